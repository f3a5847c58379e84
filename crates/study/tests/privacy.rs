//! What leaves the machine, and what is deleted.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use study::logs::analysis::Analysis;
use study::logs::export;
use study::logs::forget::{Deleted, Forgotten, forget};
use study::logs::lessons::{Fewest, find};
use study::logs::spool::Spool;
use study::logs::synthetic::{self, Subject};

fn spool(log: &str) -> Spool {
    let mut spool = Spool::default();
    spool.read(&mut log.as_bytes(), "log").unwrap();
    spool
}

/// A synthetic log with planted texts: a mail address that many typed, a pasted text, a rare site.
fn planted() -> String {
    let mut log = synthetic::HEADER.to_owned();
    log.extend(synthetic::sessions(Subject::Mathematics, 5, 3_000));
    let pasted = "zword ".repeat(24);
    for user in 0..40 {
        for query in ["ann@example.org", "call 0171 5551234", pasted.trim(), "common query"] {
            log.push_str(&format!("secret{user}\t{query}\t2020-01-01 10:00:00\tWeb\thttps://a.shared.org/x\t2020-01-01 10:00:01\t\n"));
        }
    }
    log.push_str("secret99\tunheard of\t2020-01-01 10:00:00\tPrivate\thttps://rare.example.net/x\t2020-01-01 10:00:01\t\n");
    log
}

#[test]
fn planted_texts_are_in_no_export() {
    let export = export::write(&spool(&planted()), &Analysis::default(), 10).unwrap();
    for planted in
        ["ann", "5551234", "zword", "rare", "unheard", "Private", "secret", "2020-01-01 10", "10:00"]
    {
        assert!(!export.contains(planted), "{planted}");
    }
    assert!(export.contains("\tcommon query\n") && export.contains("shared.org"));
    assert_eq!(export::check(&export, "x", 10).unwrap(), 3_041);
}

#[test]
fn ids_of_two_exports_have_nothing_in_common() {
    let log = spool(&planted());
    let ids = |export: String| -> std::collections::BTreeSet<String> {
        export.lines().skip(1).filter_map(|line| Some(line.split('\t').next()?.to_owned())).collect()
    };
    let [one, other] = [1, 2].map(|_| ids(export::write(&log, &Analysis::default(), 10).unwrap()));
    assert_eq!(one.len(), 3_041);
    assert!(one.is_disjoint(&other));
}

#[test]
fn a_check_names_the_broken_rule() {
    let line = |id: &str, week: &str, words: u32, domain: &str, query: &str| {
        format!("{id}\t{week}\t0\tWeb\t{words}\t0\t\t\t\t\t1\t0\t{domain}\t{query}\n")
    };
    let good: String =
        (0..6).map(|n| line(&format!("{n:016x}"), "2020-01-06", 2, "a.org", "sin x")).collect();
    let id = "00000000000000ff";
    for (extra, expected) in [
        (String::new(), None),
        (line("ann", "2020-01-06", 2, "", ""), Some("the session is not a hash")),
        (line(id, "2020-01-06 10:00", 2, "", ""), Some("more exact than a week")),
        (line(id, "2020-01-06", 30, "", "sin x"), Some("a pasted query")),
        (line(id, "2020-01-06", 2, "", "me@b.org"), Some("a mail address")),
        (line(id, "2020-01-06", 2, "", "cos x"), Some("a query occurred in 1 sessions")),
        (line(id, "2020-01-06", 2, "b.org", ""), Some("a domain occurred in 1 sessions")),
        ("x\n".to_owned(), Some("columns are missing")),
    ] {
        let found = export::check(&format!("{}\n{good}{extra}", export::HEADER), "x", 5);
        match expected {
            None => assert_eq!(found.unwrap(), 6),
            Some(expected) => {
                let error = found.unwrap_err().to_string();
                assert!(error.contains(expected), "{error}");
            }
        }
    }
}

#[test]
fn sessions_are_forgotten_by_id_age_and_completely() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("events.jsonl");
    let event = |session: &str, time: u64| {
        format!(
            "{{\"kind\":\"search\",\"parameters\":{{\"q\":\"x\"}},\"time_ms\":{time},\"session\":\"{session}\"}}\n"
        )
    };
    let all =
        [event("a", 1_000), event("b", 2_000), event("a", 3_000), event("c", 4_000), "damaged\n".to_owned()];
    // The damaged line would be read as the header of a table if it came first.
    let all = format!("{}{{damaged\n", all[..4].concat());
    std::fs::write(&log, &all).unwrap();
    let found = forget(&log, &Forgotten::Sessions(vec!["a".to_owned()])).unwrap();
    assert_eq!(found, Deleted { deleted: 3, kept: 2 });
    assert_eq!(std::fs::read_to_string(&log).unwrap(), event("b", 2_000) + &event("c", 4_000));
    assert_eq!(forget(&log, &Forgotten::Before(3_000)).unwrap(), Deleted { deleted: 1, kept: 1 });
    assert_eq!(forget(&log, &Forgotten::All).unwrap(), Deleted { deleted: 1, kept: 0 });
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    std::fs::write(&log, "session\tquery\ttime\nann\tx\t2020-01-01\nbob\tx\t2020-01-01\n").unwrap();
    forget(&log, &Forgotten::Sessions(vec!["ann".to_owned()])).unwrap();
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "session\tquery\ttime\nbob\tx\t2020-01-01\n");
}

#[test]
fn lessons_are_those_computed_by_hand() {
    let mut log =
        String::from("session\tquery\tissue_time\tclicked_url\tclick_time\tsession_end_time\thits\n");
    let mut line = |session: &str, query: &str, page: &str, viewed: u32, hits: u32| {
        log.push_str(&format!(
            "{session}\t{query}\t2020-01-01 10:00:00\t{page}\t2020-01-01 10:00:10\t2020-01-01 10:{:02}:{:02}\t{hits}\n",
            (10 + viewed) / 60, (10 + viewed) % 60
        ));
    };
    for user in 0..4 {
        line(&format!("u{user}"), "Taylor  series", "A.1", 60, 9);
        line(&format!("v{user}"), "taylor series", "A.2", if user < 2 { 45 } else { 5 }, 9);
        line(&format!("w{user}"), "xyzzy", "", 0, 0);
    }
    line("x", "rare", "A.3", 60, 9);
    line("y", "rare failure", "", 0, 0);
    let lessons = find(&spool(&log), &Analysis::default(), Fewest { sessions: 3, satisfied: 2 }).unwrap();
    assert_eq!(lessons.topics(), "L.1\tTaylor series\n");
    assert_eq!(lessons.qrels(), "L.1 0 A.1 2\nL.1 0 A.2 1\n");
    assert_eq!(lessons.failures(), "without_results\tsessions\tquery\n4\t4\txyzzy\n");
}
