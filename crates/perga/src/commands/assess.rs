//! `perga assess`: several people judge a pool on a page.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use document::counted;
use lab::shown;
use server::Notice;
use study::assess::agreement::{self, Pair};
use study::assess::decisions;
use study::assess::desk::{Desk, PATH, Texts};
use study::assess::plan::{self, Dual, share_out};
use study::assess::project::{New, Project};
use study::assess::results::{Results, Several};
use study::assess::state::State;
use study::assess::verdict::Task;
use study::assess::{journal, queue, texts};

use crate::values;

/// Examples under `--help`.
const EXAMPLES: &str = "\
Examples:
  perga pool --preset arqmath3-task1 *.run > pool.tsv
  perga assess init round1 --task t1 --pool pool.tsv --topics topics.xml --index perga.index --assessors ann,bob
      makes a folder and prints a personal link for each assessor and for the organiser
  perga serve --assess round1
      the page, on this machine; `--listen` opens it to others
  perga assess export round1 --into results
      judgements, qrels and times, at any moment";

/// The command line of `perga assess`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Make a project from a pool
    Init(Init),
    /// Show how far the assessors are
    Status {
        /// The project
        folder: PathBuf,
    },
    /// Show how well the assessors agree, per pair and round
    Agree {
        /// The project
        folder: PathBuf,
    },
    /// List what assessors disagree about, or decide it
    Adjudicate {
        /// The project
        folder: PathBuf,

        /// Decisions, `topic<TAB>result<TAB>grade`; the page of the project must not be open
        #[arg(long, value_name = "FILE")]
        decisions: Option<PathBuf>,
    },
    /// Write judgements, qrels and times
    Export(Export),
}

#[derive(clap::Args)]
struct Init {
    /// The folder to make
    folder: PathBuf,

    /// The task
    #[arg(long, value_parser = values::tasks(), value_name = "TASK")]
    task: Task,

    /// What to judge, as `perga pool` writes it
    #[arg(long, value_name = "FILE")]
    pool: PathBuf,

    /// The questions: ARQMath or NTCIR XML, or `topic<TAB>query`
    #[arg(long, value_name = "FILE")]
    topics: PathBuf,

    /// Take the texts of results from this index
    #[arg(long, value_name = "DIR")]
    index: Option<PathBuf>,

    /// Take texts from this file, one JSON object with `id` and `text` per line
    #[arg(long, value_name = "FILE")]
    texts: Option<PathBuf>,

    /// The assessors; topics are shared out by size
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required_unless_present = "plan")]
    assessors: Vec<String>,

    /// Who judges what: `round<TAB>topic<TAB>assessor<TAB>role`, with the roles train, main and dual
    #[arg(long, value_name = "FILE", conflicts_with = "assessors")]
    plan: Option<PathBuf>,

    /// Which topics a second assessor judges: `none`, `rotate` (one of each), `all`, or a share such as 0.1
    #[arg(long, default_value = "rotate", value_parser = str::parse::<Dual>)]
    dual: Dual,

    /// Known grades of training rounds, `topic<TAB>result<TAB>grade`
    #[arg(long, value_name = "FILE")]
    gold: Option<PathBuf>,

    /// The text that assessors read first
    #[arg(long, value_name = "FILE")]
    instructions: Option<PathBuf>,

    /// The seed of every order
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(clap::Args)]
struct Export {
    /// The project
    folder: PathBuf,

    /// The folder for the files
    #[arg(long, value_name = "DIR")]
    into: PathBuf,

    /// Which grade counts where several assessors judged: the first one's, the sum, the mean or the highest
    #[arg(long, value_parser = values::several(), default_value = "first", value_name = "WHICH")]
    several: Several,

    /// Write the notes of the assessors too; they may name people
    #[arg(long)]
    comments: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<()> {
    match &arguments.part {
        Part::Init(arguments) => init(arguments),
        Part::Status { folder } => status(folder),
        Part::Agree { folder } => {
            let (project, state) = opened(folder)?;
            print!("{}", Pair::table(&agreement::pairs(&project, &state)));
            Ok(())
        }
        Part::Adjudicate { folder, decisions } => adjudicate(folder, decisions.as_deref()),
        Part::Export(arguments) => export(arguments),
    }
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| file.display().to_string())
}

fn init(arguments: &Init) -> Result<()> {
    let pool = read(&arguments.pool)?;
    let names: Vec<&str> = arguments.assessors.iter().map(String::as_str).collect();
    let plan = match &arguments.plan {
        Some(file) => plan::read(&read(file)?, &file.display().to_string())?,
        None => share_out(&plan::sizes(&pool), &names, arguments.dual, arguments.seed),
    };
    let optional =
        |file: &Option<PathBuf>| file.as_deref().map(read).transpose().map(Option::unwrap_or_default);
    let (gold, instructions) = (optional(&arguments.gold)?, optional(&arguments.instructions)?);
    let new = New {
        task: arguments.task,
        seed: arguments.seed,
        pool: &pool,
        plan,
        gold: &gold,
        instructions: &instructions,
    };
    let texts_shown = texts_shown(arguments, &pool)?;
    let tokens = Project::make(&arguments.folder, &new)?;
    texts::save(&arguments.folder, &texts_shown)?;
    eprintln!("these links are shown once; put the address of the server in front of them");
    let organiser = [("organiser".to_owned(), tokens.organiser)];
    for (name, token) in tokens.assessors.iter().chain(&organiser) {
        println!("{name}\t{PATH}/enter?token={token}");
    }
    Ok(())
}

/// The texts of topics and results.
fn texts_shown(arguments: &Init, pool: &str) -> Result<Texts> {
    let mut found = match &arguments.texts {
        Some(file) => texts::read(&read(file)?, &file.display().to_string())?,
        None => Texts::new(),
    };
    shown::add_topics(&mut found, &arguments.topics)?;
    let Some(index) = &arguments.index else { return Ok(found) };
    let missing = shown::add_results(&mut found, pool, index, arguments.task == Task::Formulas)?;
    if missing > 0 {
        eprintln!("warning: {} not in the index; their texts are missing", counted(missing, "result"));
    }
    Ok(found)
}

/// Serves the page of a project.
pub(super) fn serve(folder: &Path, listen: SocketAddr, hosts: &[String]) -> Result<()> {
    let project = Project::open(folder)?;
    if project.topics.is_empty() {
        bail!("{}: the pool is empty", folder.display());
    }
    let desk = Desk::open(project, texts::open(folder)?)?;
    server::assess::run(desk, listen, hosts, |notice| match notice {
        Notice::Listening(address) => {
            if !address.ip().is_loopback() {
                eprintln!("warning: links with tokens travel unencrypted to {address}");
            }
            println!("http://{address}{PATH}");
        }
        Notice::Ending => eprintln!("stopping after the requests in progress"),
    })?;
    Ok(())
}

fn opened(folder: &Path) -> Result<(Project, State)> {
    let project = Project::open(folder)?;
    let state = State::of(&journal::read(&project.journal())?);
    Ok((project, state))
}

fn status(folder: &Path) -> Result<()> {
    let (project, state) = opened(folder)?;
    print!("{}", queue::table(&project, &state));
    Ok(())
}

/// Lists disagreements, or writes decisions about them to the journal.
fn adjudicate(folder: &Path, decisions: Option<&Path>) -> Result<()> {
    let (project, state) = opened(folder)?;
    let Some(file) = decisions else {
        print!("{}", decisions::list(&project, &state));
        return Ok(());
    };
    let count = decisions::decide(&project, &state, &read(file)?, &file.display().to_string())?;
    println!("{} decided", counted(count, "disagreement"));
    Ok(())
}

fn export(arguments: &Export) -> Result<()> {
    let (project, state) = opened(&arguments.folder)?;
    let results = Results::new(&project, &state, arguments.several);
    let (files, dropped) = results.files(arguments.comments);
    std::fs::create_dir_all(&arguments.into).with_context(|| arguments.into.display().to_string())?;
    for (name, text) in files {
        let path = arguments.into.join(name);
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    if !dropped.is_empty() {
        eprintln!("not in the qrels, with fewer than two relevant results: {}", dropped.join(", "));
    }
    Ok(())
}
