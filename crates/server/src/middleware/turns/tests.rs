use super::*;

fn rules() -> Rules {
    Rules {
        places: 2,
        of_one_client: 2,
        most_waiting: 3,
        longest_wait: Duration::from_secs(30),
        limit: Duration::from_secs(60),
        polite: Duration::from_secs(20),
    }
}

fn client(number: u64) -> Client {
    Client::Connection(number)
}

/// Long enough for those that wait to have come.
async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(60)).await;
}

#[tokio::test]
async fn the_client_that_used_least_goes_first() {
    let turns = Turns::new(rules());
    let (first, second) = (turns.turn(client(1)).await.unwrap(), turns.turn(client(2)).await.unwrap());
    turns.state().used.insert(client(3), Used { seconds: 5.0, at: Instant::now() });
    let heavy = tokio::spawn({
        let turns = turns.clone();
        async move { turns.turn(client(3)).await.map(|turn| (turn, Instant::now())) }
    });
    a_moment().await;
    let light = tokio::spawn({
        let turns = turns.clone();
        async move { turns.turn(client(4)).await.map(|turn| (turn, Instant::now())) }
    });
    a_moment().await;
    assert_eq!(turns.business().waiting, 2);
    assert!(turns.business().longest_wait >= Duration::from_millis(60));
    drop(first);
    let (light, light_at) = light.await.unwrap().unwrap();
    drop(second);
    let (heavy, heavy_at) = heavy.await.unwrap().unwrap();
    assert!(light_at <= heavy_at);
    drop((light, heavy));
    assert_eq!(turns.business().running, 0);
}

#[tokio::test]
async fn one_client_has_not_all_places() {
    let turns = Turns::new(Rules { of_one_client: 1, ..rules() });
    let first = turns.turn(client(1)).await.unwrap();
    let again = tokio::spawn({
        let turns = turns.clone();
        async move { turns.turn(client(1)).await }
    });
    a_moment().await;
    assert_eq!(turns.business().waiting, 1, "a place is free, but not for this client");
    let other = turns.turn(client(2)).await.unwrap();
    drop(first);
    drop(again.await.unwrap().unwrap());
    drop(other);
}

#[tokio::test]
async fn searches_beyond_the_polite_limit_are_stopped_while_others_wait() {
    let polite = Duration::from_millis(40);
    let turns = Turns::new(Rules { places: 1, polite, ..rules() });
    let first = turns.turn(client(1)).await.unwrap();
    tokio::time::sleep(2 * polite).await;
    assert!(!first.budget.is_over(), "no search waits");
    let budget = first.budget.clone();
    let second = tokio::spawn({
        let turns = turns.clone();
        async move { turns.turn(client(2)).await }
    });
    while !budget.is_over() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(budget.ended(), Some(Ended::Displaced));
    drop(first);
    assert!(!second.await.unwrap().unwrap().budget.is_over());
    assert_eq!(turns.business().displaced, 1);
}

#[tokio::test]
async fn when_too_many_wait_the_one_that_used_most_is_sent_away() {
    let turns = Turns::new(Rules { places: 1, most_waiting: 1, ..rules() });
    let running = turns.turn(client(1)).await.unwrap();
    turns.state().used.insert(client(2), Used { seconds: 5.0, at: Instant::now() });
    let heavy = tokio::spawn({
        let turns = turns.clone();
        async move { turns.turn(client(2)).await.map(drop) }
    });
    a_moment().await;
    let light = tokio::spawn({
        let turns = turns.clone();
        async move { turns.turn(client(3)).await.map(drop) }
    });
    assert_eq!(heavy.await.unwrap(), Err(Refused));
    assert_eq!(
        turns.turn(client(2)).await.map(drop),
        Err(Refused),
        "it comes again, and is the heaviest again"
    );
    drop(running);
    assert_eq!(light.await.unwrap(), Ok(()));
    assert_eq!(turns.business().refused, 2);
}

#[tokio::test]
async fn one_that_leaves_frees_its_place_in_the_queue() {
    let turns = Turns::new(Rules { places: 1, ..rules() });
    let running = turns.turn(client(1)).await.unwrap();
    let leaving = tokio::spawn({
        let turns = turns.clone();
        async move { turns.turn(client(2)).await.map(drop) }
    });
    a_moment().await;
    leaving.abort();
    let _ = leaving.await;
    assert_eq!(turns.business().waiting, 0);
    drop(running);
    assert_eq!(turns.business().running, 0);
    assert!(turns.turn(client(3)).await.is_ok());
}

#[tokio::test]
async fn waiting_has_an_end() {
    let turns = Turns::new(Rules { places: 1, longest_wait: Duration::from_millis(50), ..rules() });
    let running = turns.turn(client(1)).await.unwrap();
    assert_eq!(turns.turn(client(2)).await.map(drop), Err(Refused));
    assert_eq!(turns.business().waiting, 0);
    drop(running);
}

#[test]
fn time_used_is_forgotten_and_so_are_clients() {
    let Some(long_ago) = Instant::now().checked_sub(Duration::from_secs(20)) else { return };
    let used = Used { seconds: 8.0, at: long_ago };
    assert!((used.now() - 2.0).abs() < 0.1, "{}", used.now());
    let mut state = State::default();
    for number in 0..=MOST_CLIENTS as u64 {
        state.used.insert(client(number), Used { seconds: number as f64, at: Instant::now() });
    }
    state.forget();
    assert!(state.used.len() < MOST_CLIENTS && state.used.contains_key(&client(MOST_CLIENTS as u64)));
}

#[test]
fn how_long_one_may_run_depends_on_what_both_have_used() {
    let rules = rules();
    assert_eq!(rules.time_before(0.1, 0.0), Some(rules.polite), "the other is new");
    assert_eq!(rules.time_before(9.0, 3.0), Some(rules.polite));
    assert_eq!(rules.time_before(3.0, 3.0), Some(2 * rules.polite), "both are alike");
    assert_eq!(rules.time_before(3.0, 9.0), None, "the other has had its share");
}

#[tokio::test]
async fn a_heavy_client_that_waits_stops_no_search() {
    let polite = Duration::from_millis(10);
    let turns = Turns::new(Rules { places: 1, polite, longest_wait: Duration::from_millis(300), ..rules() });
    turns.state().used.insert(client(2), Used { seconds: 50.0, at: Instant::now() });
    let light = turns.turn(client(1)).await.unwrap();
    assert_eq!(turns.turn(client(2)).await.map(drop), Err(Refused));
    assert!(!light.budget.is_over());
}
