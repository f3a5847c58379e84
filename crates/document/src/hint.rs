//! What to do about a problem.
//!
//! A hint names no flag: the same hint is shown by a command line, a server and a program. If a setting helps, the hint
//! ends with what to do, and [`Hint::setting`] says with which one; a command line adds its flag.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// A setting that would make a reader accept what it complains about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Known answers, which a submission is measured with.
    Answers,
    /// The columns of a run.
    Columns,
    /// Which of two equal rows counts.
    Duplicates,
    /// Whether links out of a source are followed.
    Follow,
    /// The format of a source.
    Format,
    /// A folder outside the source that files may be included from.
    IncludeRoot,
    /// How much memory may be used.
    Memory,
    /// Where the ranks of a run come from.
    Ranks,
    /// All topics of a lab.
    Topics,
}

/// What to do about a problem: lowercase, no full stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    text: Cow<'static, str>,
    setting: Option<Setting>,
}

impl Hint {
    /// A hint that ends with what a setting does: "give more memory".
    pub const fn set(text: &'static str, setting: Setting) -> Hint {
        Hint { text: Cow::Borrowed(text), setting: Some(setting) }
    }

    /// The setting that helps.
    pub fn setting(&self) -> Option<Setting> {
        self.setting
    }

    /// The same hint, which ends with what a setting does.
    pub fn with(self, setting: Setting) -> Hint {
        Hint { setting: Some(setting), ..self }
    }
}

impl Deref for Hint {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Hint {
        Hint { text: text.into(), setting: None }
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Hint {
        text.to_owned().into()
    }
}
