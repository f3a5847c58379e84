//! Lines of the data files, without comments and empty lines.

/// The lines of a data file that are neither empty nor comments. A comment starts with `# `.
pub(crate) fn lines(data: &'static str) -> impl Iterator<Item = &'static str> {
    data.lines().filter(|line| !line.is_empty() && *line != "#" && !line.starts_with("# "))
}

/// The rows of a data file of two columns with a tab between them.
pub(crate) fn rows(data: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(data).filter_map(|line| line.split_once('\t'))
}
