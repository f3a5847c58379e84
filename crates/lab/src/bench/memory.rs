//! The memory of a process, as the kernel counts it.

/// The most memory that was resident at once; `None` where the kernel does not report it.
pub fn peak() -> Option<u64> {
    status("self", "VmHWM:")
}

/// Memory that is not backed by files.
pub fn anonymous() -> Option<u64> {
    status("self", "RssAnon:")
}

/// The same of another process.
pub fn anonymous_of(pid: u32) -> Option<u64> {
    status(&pid.to_string(), "RssAnon:")
}

fn status(process: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}
