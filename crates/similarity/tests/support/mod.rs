//! Reads the golden files, which have one block of text per tree.

/// A block of a golden file.
pub struct Block {
    /// The formula it is about, for messages.
    pub formula: String,
    /// How to read the tree.
    pub settings: Vec<String>,
    /// The tree string.
    pub tree: String,
    /// The expected items.
    pub items: Vec<String>,
}

/// The blocks of a file. Items are on indented lines, with the separator or a line end between them.
pub fn blocks(text: &str, separator: &str) -> Vec<Block> {
    text.split("\n\n").filter_map(|block| read(block, separator)).collect()
}

fn read(block: &str, separator: &str) -> Option<Block> {
    let (head, items): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| !line.starts_with("    "));
    let [formula, line] = head.as_slice() else { return None };
    let (settings, tree) = line.split_at(line.find('[').unwrap_or(line.len()));
    Some(Block {
        formula: formula.trim_start_matches("# ").to_owned(),
        settings: settings.split_whitespace().map(str::to_owned).collect(),
        tree: tree.to_owned(),
        items: items.iter().flat_map(|line| line.trim().split(separator)).map(str::to_owned).collect(),
    })
}
