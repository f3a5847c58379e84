//! The tables of a collection, and how they are written.

use std::io::Write;

use super::manifest::Writing;

/// The tables with their root elements and the attributes that are written, in the order in which they are written.
pub(super) const TABLES: [(&str, &str, &[&str]); 7] = [
    (
        "Posts",
        "posts",
        &[
            "Id",
            "PostTypeId",
            "CreationDate",
            "ViewCount",
            "Score",
            "CommentCount",
            "OwnerUserId",
            "Title",
            "Body",
            "AnswerCount",
            "AcceptedAnswerId",
            "ClosedDate",
            "Tags",
            "ParentId",
        ],
    ),
    ("Comments", "comments", &["Id", "PostId", "Text", "Score", "CreationDate", "UserId"]),
    ("PostLinks", "postlinks", &["Id", "CreationDate", "PostId", "RelatedPostId", "LinkTypeId"]),
    ("Votes", "votes", &["Id", "PostId", "VoteTypeId", "CreationDate", "UserId", "BountyAmount"]),
    (
        "Users",
        "users",
        &[
            "Id",
            "Reputation",
            "CreationDate",
            "DisplayName",
            "LastAccessDate",
            "WebsiteUrl",
            "Location",
            "Age",
            "AboutMe",
            "Views",
            "UpVotes",
            "DownVotes",
        ],
    ),
    ("Badges", "badges", &["Id", "UserId", "Name", "Date", "Class"]),
    ("Tags", "tags", &["Id", "TagName", "Count"]),
];

/// A row: names and values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Row(Vec<(String, String)>);

impl Row {
    /// An attribute.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// An attribute as a number.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.get(name)?.trim().parse().ok()
    }

    /// Sets an attribute.
    pub(super) fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// Removes an attribute.
    pub(super) fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }
}

impl From<&corpus::tables::Row> for Row {
    fn from(row: &corpus::tables::Row) -> Row {
        Row(row.attributes().map(|(name, value)| (name.to_owned(), value.into_owned())).collect())
    }
}

/// The rows of a collection, by the place of their table in [`TABLES`].
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    rows: [Vec<Row>; 7],
}

impl Tables {
    /// The rows of a table.
    pub(super) fn rows(&self, table: &str) -> &[Row] {
        place(table).and_then(|at| self.rows.get(at)).map_or(&[], Vec::as_slice)
    }

    /// The rows of a table, to be changed.
    pub(super) fn rows_mut(&mut self, table: &str) -> &mut Vec<Row> {
        let at = place(table).unwrap_or(0);
        &mut self.rows[at]
    }

    /// Writes the tables that have rows; posts and comments are always written.
    pub(super) fn write(&self, writing: &mut Writing, version: &str) -> std::io::Result<()> {
        for ((table, root, attributes), rows) in TABLES.iter().zip(&self.rows) {
            if rows.is_empty() && !["Posts", "Comments"].contains(table) {
                continue;
            }
            writing.file(&format!("{table}.{version}.xml"), |out| {
                writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{root}>")?;
                for row in rows {
                    write_row(out, row, attributes)?;
                }
                writeln!(out, "</{root}>")?;
                Ok(rows.len() as u64)
            })?;
        }
        Ok(())
    }
}

fn place(table: &str) -> Option<usize> {
    TABLES.iter().position(|(name, ..)| *name == table)
}

fn write_row(out: &mut dyn Write, row: &Row, attributes: &[&str]) -> std::io::Result<()> {
    write!(out, "   <row")?;
    for name in attributes {
        if let Some(value) = row.get(name) {
            write!(out, " {name}=\"{}\"", escaped(value))?;
        }
    }
    writeln!(out, "/>")
}

/// A text as the value of an attribute or as HTML; ends of lines become spaces.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => out.push(' '),
            // XML has no other control characters.
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_written_as_values_on_one_line() {
        let mut row = Row::default();
        row.set("Body", "a < \"b\"\n& c\u{1}");
        row.set("Id", "3");
        row.set("Unknown", "left out");
        let mut out = Vec::new();
        write_row(&mut out, &row, &["Id", "Title", "Body"]).unwrap();
        let expected = "   <row Id=\"3\" Body=\"a &lt; &quot;b&quot; &amp; c\"/>\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
