use std::sync::mpsc;
use std::time::Instant;

use super::*;

fn rules(limit: Duration) -> Rules {
    Rules {
        places: 1,
        of_one_client: 1,
        most_waiting: 1,
        longest_wait: Duration::from_secs(30),
        limit,
        polite: Duration::from_secs(60),
    }
}

/// Works until it is stopped, and says why it was.
fn until_stopped(budget: &Budget) -> Ended {
    loop {
        if let Some(ended) = budget.ended() {
            return ended;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[tokio::test]
async fn work_of_a_client_that_left_is_stopped_and_its_place_is_free() {
    let turns = Turns::new(rules(Duration::from_secs(600)));
    let (said, heard) = mpsc::channel();
    let work = in_turn(&turns, move |budget| {
        let _ = said.send(until_stopped(budget));
        Ok(())
    });
    // The client leaves: the future is dropped.
    assert!(timeout(Duration::from_millis(50), work).await.is_err());
    let ended = tokio::task::spawn_blocking(move || heard.recv().unwrap()).await.unwrap();
    assert_eq!(ended, Ended::Abandoned);
    let start = Instant::now();
    while turns.business().running > 0 {
        assert!(start.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn work_that_is_over_time_is_answered_with_503() {
    let turns = Turns::new(rules(Duration::from_millis(30)));
    let work = in_turn(&turns, |budget| {
        until_stopped(budget);
        engine::within(budget)?;
        Ok(())
    });
    let error = work.await.unwrap_err();
    assert_eq!((error.status.as_u16(), error.code), (503, "timeout"));
}

#[tokio::test]
async fn work_that_panics_frees_its_place() {
    let turns = Turns::new(rules(Duration::from_secs(60)));
    let failed = in_turn(&turns, |_| -> Result<()> { panic!("a bug") }).await;
    assert_eq!(failed.unwrap_err().code, "internal");
    assert_eq!(in_turn(&turns, |_| Ok(7)).await.unwrap(), 7);
}
