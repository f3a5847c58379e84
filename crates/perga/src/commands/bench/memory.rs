//! The memory of this process, as the kernel counts it.

/// The most memory that was resident at once; none where the kernel does not say.
pub fn peak() -> Option<u64> {
    status("VmHWM:")
}

/// Memory that is not backed by files.
pub fn anonymous() -> Option<u64> {
    status("RssAnon:")
}

fn status(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}
