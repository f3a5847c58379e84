//! The columns of a line: separated by white space as in trec_eval, or by tabs.

/// The most columns of our row formats, plus one to detect extra columns.
pub(crate) const MOST: usize = 10;

/// The columns of one line, without allocation.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    fields: [&'a str; MOST],
    count: usize,
}

impl<'a> Fields<'a> {
    /// Splits at runs of white space.
    pub(crate) fn by_space(line: &'a str) -> Self {
        let bytes = line.as_bytes();
        let mut fields = Fields { fields: [""; MOST], count: 0 };
        let mut at = 0;
        while fields.count < MOST {
            while at < bytes.len() && is_space(bytes[at]) {
                at += 1;
            }
            let start = at;
            while at < bytes.len() && !is_space(bytes[at]) {
                at += 1;
            }
            if start == at {
                break;
            }
            fields.fields[fields.count] = &line[start..at];
            fields.count += 1;
        }
        fields
    }

    /// Splits at every tab; spaces around a column are dropped, empty columns count.
    pub(crate) fn by_tab(line: &'a str) -> Self {
        let mut fields = Fields { fields: [""; MOST], count: 0 };
        for field in line.split('\t').take(MOST) {
            fields.fields[fields.count] = field.trim();
            fields.count += 1;
        }
        fields
    }

    /// Splits at white space, or at tabs if only these give `expected` columns. Real submissions have run tags with
    /// spaces.
    pub(crate) fn expecting(line: &'a str, expected: usize) -> Self {
        let fields = Self::by_space(line);
        if fields.count == expected || !line.contains('\t') {
            return fields;
        }
        let tabbed = Self::by_tab(line);
        if tabbed.count == expected { tabbed } else { fields }
    }

    pub(crate) fn as_slice(&self) -> &[&'a str] {
        &self.fields[..self.count]
    }
}

/// White space of C's `isspace`, at which trec_eval splits.
fn is_space(byte: u8) -> bool {
    // Nearly every byte is above the space, so one comparison decides.
    byte <= b' ' && matches!(byte, b' ' | b'\t' | b'\r' | 0x0B | 0x0C)
}
