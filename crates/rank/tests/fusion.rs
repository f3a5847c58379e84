//! The toy of three lists, by every method; the values are those of ranx 0.3.21, except SW-RRF and MedianRank, which it
//! does not have.

#![allow(clippy::unwrap_used, clippy::panic)]

use rank::fusion::{Fuser, Fusion, Place, Scale};

/// The number of a document: the later letter is the smaller number, because it wins a tie.
fn record(letter: char) -> u32 {
    u32::from('z') - u32::from(letter)
}

fn lists() -> Vec<Vec<(u32, Place)>> {
    let list = |rows: &[(char, f64)]| -> Vec<(u32, Place)> {
        let place = |(rank, &(letter, score)): (u32, &(char, f64))| {
            (record(letter), Place { rank, score, contribution: 0.0 })
        };
        (1..).zip(rows).map(place).collect()
    };
    vec![
        list(&[('a', 9.0), ('b', 7.0), ('c', 6.0), ('d', 1.0)]),
        list(&[('b', 0.9), ('d', 0.8), ('e', 0.5)]),
        list(&[('c', 30.0), ('a', 20.0), ('e', 10.0), ('f', 5.0)]),
    ]
}

fn check(fuser: &Fuser, expected: &[(char, f64)]) {
    let fused = fuser.fuse(&lists());
    let order: String =
        fused.iter().map(|candidate| char::from_u32(u32::from('z') - candidate.record).unwrap()).collect();
    let wanted: String = expected.iter().map(|(letter, _)| letter).collect();
    assert_eq!(order, wanted, "{:?}", fuser.method);
    for (candidate, (letter, score)) in fused.iter().zip(expected) {
        let difference = (candidate.score - score).abs();
        assert!(difference < 5.1e-7, "{:?} {letter}: {} for {score}", fuser.method, candidate.score);
        let sum: f64 = candidate.places.iter().map(|place| place.contribution).sum();
        assert!(fuser.method == Fusion::MedianRank || (sum - candidate.score).abs() < 1e-12);
    }
}

#[test]
fn methods_by_rank() {
    let rrf = [
        ('b', 0.032522),
        ('a', 0.032522),
        ('c', 0.032266),
        ('d', 0.031754),
        ('e', 0.031746),
        ('f', 0.015625),
    ];
    check(&Fuser::new(Fusion::ReciprocalRank), &rrf);
    let isr = [('b', 2.5), ('a', 2.5), ('c', 2.222222), ('d', 0.625), ('e', 0.444444), ('f', 0.0625)];
    check(&Fuser::new(Fusion::InverseSquareRank), &isr);
    let borda = [('a', 13.0), ('b', 12.5), ('c', 12.0), ('e', 9.5), ('d', 9.5), ('f', 6.5)];
    check(&Fuser::new(Fusion::Borda), &borda);
    let rbc = [('b', 0.19), ('a', 0.19), ('c', 0.181), ('d', 0.1629), ('e', 0.162), ('f', 0.0729)];
    check(&Fuser { persistence: 0.9, ..Fuser::new(Fusion::RankBiased) }, &rbc);
    let median = [('b', 0.999), ('a', 0.999), ('e', 0.998), ('c', 0.998), ('d', 0.997), ('f', 0.0)];
    check(&Fuser::new(Fusion::MedianRank), &median);
}

#[test]
fn methods_by_score() {
    let sum = [('b', 1.75), ('c', 1.625), ('a', 1.6), ('d', 0.75), ('e', 0.2), ('f', 0.0)];
    check(&Fuser::new(Fusion::CombSum), &sum);
    let mnz = [('b', 3.5), ('c', 3.25), ('a', 3.2), ('d', 1.5), ('e', 0.4), ('f', 0.0)];
    check(&Fuser::new(Fusion::CombMnz), &mnz);
    let linear = [('b', 0.675), ('a', 0.62), ('c', 0.5125), ('d', 0.225), ('e', 0.04), ('f', 0.0)];
    check(&Fuser { weights: vec![0.5, 0.3, 0.2], ..Fuser::new(Fusion::CombSum) }, &linear);
    let raw = [
        ('c', 0.587041),
        ('a', 0.470122),
        ('e', 0.166667),
        ('b', 0.127657),
        ('f', 0.078125),
        ('d', 0.028528),
    ];
    check(&Fuser::new(Fusion::WeightedReciprocalRank), &raw);
    let scaled =
        [('b', 0.028490), ('c', 0.026314), ('a', 0.026071), ('d', 0.012097), ('e', 0.003175), ('f', 0.0)];
    check(&Fuser { scale: Some(Scale::MinMax), ..Fuser::new(Fusion::WeightedReciprocalRank) }, &scaled);
}

#[test]
fn constant_and_empty_lists_add_nothing_by_score() {
    let place = |rank| Place { rank, score: 7.0, contribution: 0.0 };
    let constant = vec![(1, place(1)), (2, place(2))];
    for scale in [Scale::MinMax, Scale::ZScore] {
        let fuser = Fuser { scale: Some(scale), ..Fuser::new(Fusion::CombSum) };
        let fused = fuser.fuse(&[constant.clone(), Vec::new()]);
        assert_eq!(
            fused.iter().map(|found| (found.record, found.score)).collect::<Vec<_>>(),
            [(1, 0.0), (2, 0.0)]
        );
    }
}
