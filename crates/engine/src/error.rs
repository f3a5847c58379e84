//! What can go wrong, said so that a program can decide and a person can act.
//!
//! An error has a [`Kind`] (what a program decides by), a message (what happened), a [`Place`] where one is known (a
//! file, a line, a field of the request) and a hint (what to do). The message never contains the hint: a command line
//! prints it on a line of its own, a server sends it in a field of its own.
//!
//! What it is not: a place for the flags of a command line. An index without vectors is [`Missing::UnitVectors`]; the
//! program that has the flag to make them names it.

use std::path::PathBuf;

use document::Complaint;
use index::{Budget, Ended};

/// The result of a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Fails if the time of some work is up: what it has then is a part, and nothing says which.
pub fn within(budget: &Budget) -> Result<()> {
    Ok(rank::within(budget)?)
}

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request names something that is not there.
    #[error("{message}")]
    NotFound {
        /// The message.
        message: String,
        /// Where to find names.
        hint: String,
    },
    /// The request makes no sense.
    #[error("{message}")]
    BadRequest {
        /// The field of the request, where it is one.
        field: Option<&'static str>,
        /// The message.
        message: String,
        /// The hint.
        hint: Option<String>,
    },
    /// A pipeline cannot be used with this index.
    #[error("cannot use pipeline `{name}`: {cause}")]
    Pipeline {
        /// Its name.
        name: String,
        /// Why not.
        cause: Box<Error>,
    },
    /// The index failed.
    #[error("{0}")]
    Index(index::Error),
    /// Ranking failed.
    #[error("{0}")]
    Rank(rank::Error),
    /// Vectors are missing or cannot be used.
    #[error("{0}")]
    Vectors(vectors::Error),
    /// A file of a collection, or of an evaluation, could not be read.
    #[error("{0}")]
    Corpus(document::Error),
    /// An evaluation failed.
    #[error("{0}")]
    Eval(eval::Error),
}

/// The kind of an error: programs decide by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Something was named that is not there.
    NotFound,
    /// The request makes no sense.
    BadRequest,
    /// The index or the machine lacks what the request needs.
    Missing(Missing),
    /// Another version made the index in this folder.
    OtherFormat {
        /// The index.
        folder: PathBuf,
        /// What it was made from, where that is known.
        sources: Vec<String>,
    },
    /// The index was made with another profile.
    OtherProfile,
    /// A file that was named is not what its format says.
    Malformed,
    /// Another program is writing to the index.
    Busy,
    /// The work was stopped before its end.
    Stopped(Ended),
    /// The system could not read a file of the index.
    Unreadable,
    /// The system could not read or write another file, or there is no room for more in it.
    Io,
    /// A file of the index or of a model is damaged.
    Damaged,
    /// A bug.
    Internal,
}

/// Something that an index or a machine lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// There is no index in this folder.
    Index(PathBuf),
    /// The index keeps too few ways of finding a formula; this profile has what is needed.
    Profile(&'static str),
    /// The formulas of the index in this folder have no vectors.
    FormulaVectors(PathBuf),
    /// The units of the index in this folder have no vectors.
    UnitVectors(PathBuf),
    /// There is no model for sentences on this machine.
    Model,
    /// The model on this machine is not the one that made the vectors.
    SameModel,
}

/// Where something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A file or folder, and the line (from 1) where one is known.
    File {
        /// As the caller named it.
        file: String,
        /// The line.
        line: Option<usize>,
    },
    /// A field of the request.
    Field(&'static str),
}

impl Error {
    /// A request that names something that is not there.
    pub(crate) fn not_found(message: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::NotFound { message: message.into(), hint: hint.into() }
    }

    /// A request that names something that is not in the index.
    pub(crate) fn not_in_index(what: &str) -> Error {
        let hint = "ids are shown with every hit; the index may have changed since";
        Error::not_found(format!("there is no {what} in this index"), hint)
    }

    /// The kind of an error: programs decide by it.
    pub fn kind(&self) -> Kind {
        match self {
            Error::NotFound { .. } => Kind::NotFound,
            Error::BadRequest { .. } => Kind::BadRequest,
            Error::Pipeline { cause, .. } => cause.kind(),
            Error::Index(cause) => of_index(cause),
            Error::Rank(cause) => of_rank(cause),
            Error::Vectors(cause) => of_vectors(cause),
            Error::Corpus(cause) => of_document(cause),
            Error::Eval(cause) => of_eval(cause),
        }
    }

    /// Where it is wrong, if that is known.
    pub fn place(&self) -> Option<Place> {
        match self {
            Error::NotFound { .. } => None,
            Error::BadRequest { field, .. } => field.map(Place::Field),
            Error::Pipeline { cause, .. } => cause.place(),
            Error::Index(cause) => place_of_index(cause),
            Error::Rank(rank::Error::BadPipeline { file, line, .. }) => {
                Some(Place::File { file: file.clone(), line: *line })
            }
            Error::Vectors(vectors::Error::Model { file, .. }) => Some(Place::of_file(file.display())),
            Error::Rank(_) | Error::Vectors(_) => None,
            Error::Corpus(document::Error::Unreadable { file, .. }) => Some(Place::of_file(file)),
            Error::Corpus(document::Error::Malformed(complaint))
            | Error::Eval(eval::Error::Grouped(complaint)) => Some(Place::of_complaint(complaint)),
            Error::Eval(eval::Error::Notation { .. }) => Some(Place::Field("measures")),
            Error::Eval(_) => None,
        }
    }

    /// A hint on what to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Error::NotFound { hint, .. } => Some(hint.clone()),
            Error::BadRequest { hint, .. } => hint.clone(),
            Error::Pipeline { cause, .. } => cause.hint(),
            Error::Index(cause) => Some(cause.hint()),
            Error::Rank(cause) => cause.hint(),
            Error::Vectors(cause) => cause.hint(),
            Error::Corpus(cause) => Some(cause.hint().to_owned()),
            Error::Eval(cause) => cause.hint(),
        }
    }
}

/// Something that could not be used while the work continued.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The kind of an error: programs decide by it.
    pub kind: Kind,
    /// The message.
    pub message: String,
    /// A hint on what to do about it.
    pub hint: Option<String>,
}

impl Warning {
    pub(crate) fn of(cause: &rank::Error) -> Warning {
        Warning { kind: of_rank(cause), message: cause.to_string(), hint: cause.hint() }
    }
}

/// The kind and the hint of an error of a crate below, for a program that has it as the cause of another.
pub fn described(cause: &(dyn std::error::Error + 'static)) -> Option<(Kind, Option<String>)> {
    if let Some(cause) = cause.downcast_ref::<index::Error>() {
        return Some((of_index(cause), Some(cause.hint())));
    }
    if let Some(cause) = cause.downcast_ref::<rank::Error>() {
        return Some((of_rank(cause), cause.hint()));
    }
    if let Some(cause) = cause.downcast_ref::<vectors::Error>() {
        return Some((of_vectors(cause), cause.hint()));
    }
    if let Some(cause) = cause.downcast_ref::<document::Error>() {
        return Some((of_document(cause), Some(cause.hint().to_owned())));
    }
    let cause = cause.downcast_ref::<eval::Error>()?;
    Some((of_eval(cause), cause.hint()))
}

impl From<document::Error> for Error {
    fn from(cause: document::Error) -> Error {
        Error::Corpus(cause)
    }
}

impl From<index::Error> for Error {
    fn from(cause: index::Error) -> Error {
        Error::Index(cause)
    }
}

impl From<rank::Error> for Error {
    /// An index that fails under ranking is an index that fails.
    fn from(cause: rank::Error) -> Error {
        match cause {
            rank::Error::Index(cause) => Error::Index(cause),
            rank::Error::Vectors(cause) => Error::from(cause),
            cause => Error::Rank(cause),
        }
    }
}

impl From<eval::Error> for Error {
    /// A file that cannot be read gives the same error, whatever part of Perga reads it.
    fn from(cause: eval::Error) -> Error {
        match cause {
            eval::Error::Read(cause) => Error::Corpus(cause),
            cause => Error::Eval(cause),
        }
    }
}

impl From<vectors::Error> for Error {
    fn from(cause: vectors::Error) -> Error {
        match cause {
            vectors::Error::Index(cause) => Error::Index(cause),
            cause => Error::Vectors(cause),
        }
    }
}

impl Place {
    fn of_complaint(complaint: &Complaint) -> Place {
        let line = (complaint.line > 0).then_some(complaint.line);
        Place::File { file: complaint.file.clone(), line }
    }

    fn of_file(file: impl ToString) -> Place {
        Place::File { file: file.to_string(), line: None }
    }
}

fn of_index(cause: &index::Error) -> Kind {
    match cause {
        index::Error::NoIndex(folder) => Kind::Missing(Missing::Index(folder.clone())),
        index::Error::OtherFormat { folder, sources, .. } => {
            Kind::OtherFormat { folder: folder.clone(), sources: sources.clone() }
        }
        index::Error::OtherProfile { .. } => Kind::OtherProfile,
        index::Error::Locked(_) => Kind::Busy,
        index::Error::Unreadable { .. } => Kind::Unreadable,
        index::Error::NotAnIndex(_)
        | index::Error::Full(_)
        | index::Error::Unwritable { .. }
        | index::Error::Text(_) => Kind::Io,
        index::Error::Damaged { .. } => Kind::Damaged,
        index::Error::DamagedVectors { file, of, .. } => {
            let folder = file.parent().unwrap_or(file).to_owned();
            Kind::Missing(match of {
                index::VectorsOf::Formulas => Missing::FormulaVectors(folder),
                index::VectorsOf::Units => Missing::UnitVectors(folder),
            })
        }
    }
}

fn of_rank(cause: &rank::Error) -> Kind {
    match cause {
        rank::Error::UnknownPipeline { .. } => Kind::NotFound,
        rank::Error::BadPipeline { .. } => Kind::Malformed,
        rank::Error::MissingFamily { profile, .. } => Kind::Missing(Missing::Profile(profile)),
        rank::Error::Unfinished(ended) => Kind::Stopped(*ended),
        rank::Error::Index(cause) => of_index(cause),
        rank::Error::Vectors(cause) => of_vectors(cause),
    }
}

fn of_vectors(cause: &vectors::Error) -> Kind {
    match cause {
        vectors::Error::NoFormulaVectors { folder } => Kind::Missing(Missing::FormulaVectors(folder.clone())),
        vectors::Error::NoUnitVectors { folder } => Kind::Missing(Missing::UnitVectors(folder.clone())),
        vectors::Error::NoModel => Kind::Missing(Missing::Model),
        vectors::Error::OtherModel { .. } => Kind::Missing(Missing::SameModel),
        vectors::Error::Model { .. } => Kind::Damaged,
        vectors::Error::Stopped => Kind::Stopped(Ended::Abandoned),
        vectors::Error::Encoding(_) => Kind::Internal,
        vectors::Error::Index(cause) => of_index(cause),
    }
}

fn of_document(cause: &document::Error) -> Kind {
    match cause {
        document::Error::Unreadable { .. } => Kind::Io,
        document::Error::Malformed(_) => Kind::Malformed,
    }
}

fn of_eval(cause: &eval::Error) -> Kind {
    match cause {
        eval::Error::Read(cause) => of_document(cause),
        eval::Error::Grouped(_) => Kind::Malformed,
        eval::Error::Notation { .. }
        | eval::Error::NoCommonTopic { .. }
        | eval::Error::NotInMap { .. }
        | eval::Error::UnknownBaseline { .. }
        | eval::Error::UnknownAttribute { .. }
        | eval::Error::NothingToCompareWith { .. }
        | eval::Error::SeveralBaselines { .. }
        | eval::Error::BaselineAlone { .. }
        | eval::Error::OneAssessor { .. }
        | eval::Error::NothingJudgedTwice
        | eval::Error::Manifest { .. }
        | eval::Error::EmptyManifest { .. }
        | eval::Error::DeclaredTwice { .. }
        | eval::Error::NoRunInMap
        | eval::Error::NoJudgementInMap
        | eval::Error::Encoder { .. }
        | eval::Error::Conflict(_) => Kind::BadRequest,
    }
}

fn place_of_index(cause: &index::Error) -> Option<Place> {
    Some(match cause {
        index::Error::NoIndex(folder)
        | index::Error::NotAnIndex(folder)
        | index::Error::Locked(folder)
        | index::Error::OtherFormat { folder, .. } => Place::of_file(folder.display()),
        index::Error::Unwritable { file, .. }
        | index::Error::Unreadable { file, .. }
        | index::Error::DamagedVectors { file, .. } => Place::of_file(file.display()),
        index::Error::Damaged { file, .. } => Place::of_file(file),
        index::Error::OtherProfile { .. } | index::Error::Full(_) | index::Error::Text(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_no_hint_in_it() {
        let error = Error::from(index::Error::NoIndex("there".into()));
        assert_eq!(error.to_string(), "there: there is no index here");
        assert!(error.hint().is_some());
        assert_eq!(error.kind(), Kind::Missing(Missing::Index("there".into())));
        assert_eq!(error.place(), Some(Place::File { file: "there".to_owned(), line: None }));
    }

    #[test]
    fn an_index_that_fails_under_ranking_is_an_index_that_fails() {
        let error = Error::from(rank::Error::from(index::Error::Locked("there".into())));
        assert_eq!(error.kind(), Kind::Busy);
    }

    #[test]
    fn errors_of_the_crates_below_are_described() {
        let complaint = Complaint::new("a.run", 3, "an empty column", "name a topic");
        let (kind, hint) = described(&eval::Error::from(document::Error::from(complaint))).unwrap();
        assert_eq!((kind, hint.as_deref()), (Kind::Malformed, Some("name a topic")));
    }

    #[test]
    fn a_complaint_about_a_file_has_its_line() {
        let complaint = Complaint::new("a.run", 3, "an empty column", "name a topic");
        let error = Error::from(document::Error::from(complaint));
        assert_eq!(error.to_string(), "a.run:3: an empty column");
        assert_eq!(error.hint().as_deref(), Some("name a topic"));
        assert_eq!(error.place(), Some(Place::File { file: "a.run".to_owned(), line: Some(3) }));
    }
}
