//! `perga collection`: a second export of the bundled threads is the same, an
//! index of it has the same content, damage is named, and topics are chosen reproducibly.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn perga(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perga")).args(arguments).current_dir(folder).output().unwrap()
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let out = perga(folder, arguments);
    assert!(out.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

fn threads() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../collection/threads");
    folder.canonicalize().unwrap().display().to_string()
}

/// All files of a folder with their content, but the manifest, which names the source.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if !path.ends_with("collection.json") {
                let content = std::fs::read(&path).unwrap();
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), content);
            }
        }
    }
    found
}

/// The number in which `perga check` says that two indexes have the same content.
fn content(folder: &Path, index: &str) -> String {
    let said = done(folder, &["check", index]);
    said.rsplit("content ").next().unwrap().split_whitespace().next().unwrap().to_owned()
}

#[test]
fn an_export_is_exported_again_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["collection", "export", &threads(), "--into", "first/threads"]);
    done(folder, &["collection", "check", "first/threads"]);
    done(folder, &["collection", "export", "first/threads", "--into", "second/threads"]);
    let same = |one: &str, other: &str| {
        let (one, other) = (files(&folder.join(one)), files(&folder.join(other)));
        assert!(one.len() > 300, "{}", one.len());
        for (name, content) in &one {
            // The first export has a list of new ids, and no earlier visual ids.
            let is_list = name.to_string_lossy().contains("representation") || name.ends_with("ids.tsv");
            assert!(is_list || other.get(name) == Some(content), "{}", name.display());
        }
    };
    same("first/threads", "second/threads");
    done(folder, &["collection", "export", "second/threads", "--into", "third/threads"]);
    let (second, third) = (files(&folder.join("second/threads")), files(&folder.join("third/threads")));
    assert!(second == third, "the third export differs from the second");

    // An index of each has the same content, and so has one of an export from an index.
    for name in ["first", "second"] {
        done(&folder.join(name), &["index", "threads", "--into", "index"]);
    }
    let digest = content(folder, "first/index");
    assert_eq!(digest, content(folder, "second/index"));
    done(folder, &["collection", "export", "first/index", "--into", "fourth/threads"]);
    done(&folder.join("fourth"), &["index", "threads", "--into", "index"]);
    assert_eq!(digest, content(folder, "fourth/index"));
}

#[test]
fn damage_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    done(folder, &["collection", "export", &threads(), "--into", "made", "--no-pages"]);
    let refused = |expected: &str| {
        let out = perga(folder, &["collection", "check", "made"]);
        let said = String::from_utf8(out.stdout).unwrap();
        assert_eq!(out.status.code(), Some(1), "{said}");
        assert!(said.contains(expected), "{said}");
    };
    let list = folder.join("made/latex_representation_v3/1.tsv");
    let whole = std::fs::read(&list).unwrap();
    std::fs::write(&list, &whole[..whole.len() / 2]).unwrap();
    refused("problem\tlatex_representation_v3/1.tsv: truncated");
    refused("formula that is in no list");
    std::fs::remove_file(&list).unwrap();
    refused("problem\tlatex_representation_v3/1.tsv: missing");
    std::fs::write(&list, &whole).unwrap();
    let posts = folder.join("made/Posts.V1.3.xml");
    let text = std::fs::read_to_string(&posts).unwrap();
    std::fs::write(
        &posts,
        text.replacen("ParentId=\"1\"", "ParentId=\"0\"", 1).replacen(
            "id=&quot;1&quot;",
            "xd=&quot;1&quot;",
            1,
        ),
    )
    .unwrap();
    refused("Posts.V1.3.xml: different from what was exported");
    refused("answer without its question: 2");
    refused("formula without a span: post 1");
    std::fs::write(&posts, &text.as_bytes()[..text.len() - 100]).unwrap();
    refused("problem\tPosts.V1.3.xml: truncated");
    std::fs::write(&posts, &text).unwrap();
    done(folder, &["collection", "check", "made"]);
    let out = perga(folder, &["collection", "check", "made", "--expect", "arqmath-3"]);
    assert!(String::from_utf8_lossy(&out.stdout).contains("arqmath-3 has 28320920"));
}

const POSTS: &str = r#"<posts>
 <row Id="1" PostTypeId="1" CreationDate="2018-03-01T00:00:00" Score="9" Title="Sum of odd numbers $1+3+5$" Body="&lt;p&gt;Why is it $n^2$?&lt;/p&gt;" Tags="&lt;sums&gt;" AcceptedAnswerId="3"/>
 <row Id="2" PostTypeId="1" CreationDate="2019-02-01T00:00:00" Score="1" ViewCount="90" Title="Prove that $\sum_{k=1}^n (2k-1)=n^2$" Body="&lt;p&gt;I want to prove this by induction but do not see the step. Is it $n+1$?&lt;/p&gt;" Tags="&lt;sums&gt;"/>
 <row Id="3" PostTypeId="2" ParentId="1" CreationDate="2019-05-01T00:00:00" Score="4" Body="&lt;p&gt;Late answer $x$&lt;/p&gt;"/>
 <row Id="4" PostTypeId="2" ParentId="2" CreationDate="2019-05-01T00:00:00" Score="4" Body="&lt;p&gt;By $n\to n+1$&lt;/p&gt;"/>
 <row Id="5" PostTypeId="1" CreationDate="2019-03-01T00:00:00" Score="2" ViewCount="50" Title="Prove that $\sum_{k=1}^n (2k-1)=n^2$" Body="&lt;p&gt;I want to prove this by induction and do not see the step at all.&lt;/p&gt;" Tags="&lt;sums&gt;"/>
 <row Id="6" PostTypeId="2" ParentId="5" CreationDate="2019-05-01T00:00:00" Body="&lt;p&gt;See $y$&lt;/p&gt;"/>
 <row Id="7" PostTypeId="1" CreationDate="2019-03-02T00:00:00" Score="2" ViewCount="50" Title="A question without any formulas" Body="&lt;p&gt;It has only words, and more of them, and no other signs.&lt;/p&gt;" Tags="&lt;sums&gt;"/>
 <row Id="8" PostTypeId="7" CreationDate="2018-03-02T00:00:00" Body="a notice"/>
</posts>"#;
const LINKS: &str = r#"<postlinks>
 <row Id="1" CreationDate="2019-06-01T00:00:00" PostId="2" RelatedPostId="1" LinkTypeId="3"/>
 <row Id="2" CreationDate="2019-06-01T00:00:00" PostId="1" RelatedPostId="5" LinkTypeId="3"/>
</postlinks>"#;
const VOTES: &str = r#"<votes>
 <row Id="1" PostId="1" VoteTypeId="2" CreationDate="2018-04-01T00:00:00"/>
 <row Id="2" PostId="1" VoteTypeId="2" CreationDate="2018-04-02T00:00:00"/>
 <row Id="3" PostId="1" VoteTypeId="3" CreationDate="2018-04-02T00:00:00"/>
 <row Id="4" PostId="1" VoteTypeId="2" CreationDate="2020-04-02T00:00:00"/>
</votes>"#;

fn dump(folder: &Path) {
    std::fs::create_dir(folder.join("dump")).unwrap();
    for (name, text) in [("Posts", POSTS), ("PostLinks", LINKS), ("Votes", VOTES)] {
        std::fs::write(folder.join(format!("dump/{name}.xml")), text).unwrap();
    }
}

#[test]
fn a_cut_knows_nothing_of_what_came_later() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    dump(folder);
    done(folder, &["collection", "export", "dump", "--before", "2019-01-01", "--recount", "--into", "old"]);
    let posts = std::fs::read_to_string(folder.join("old/Posts.V1.3.xml")).unwrap();
    assert_eq!(posts.matches("<row ").count(), 1, "{posts}");
    assert!(posts.contains("Score=\"1\"") && posts.contains("AnswerCount=\"0\""), "{posts}");
    assert!(!posts.contains("AcceptedAnswerId"), "{posts}");
    assert!(!folder.join("old/PostLinks.V1.3.xml").exists());
    assert_eq!(
        std::fs::read_to_string(folder.join("old/Votes.V1.3.xml")).unwrap().matches("<row ").count(),
        3
    );
    assert!(folder.join("old/threads/1_2018/1_03/1.html").exists());

    // The next release keeps the ids of the first; what is new counts on.
    done(folder, &["collection", "export", "dump", "--previous", "old", "--into", "new"]);
    let rows = |name: &str| -> Vec<(String, String)> {
        // A hundredth of the rows and one more in each file: here one.
        let files = (1..).map(|file| folder.join(name).join(format!("latex_representation_v3/{file}.tsv")));
        let texts = files.map_while(|file| std::fs::read_to_string(file).ok());
        let row = |text: String| {
            let cells: Vec<String> = text.lines().nth(1).unwrap().split('\t').map(str::to_owned).collect();
            (cells[0].clone(), cells[8].clone())
        };
        texts.map(row).collect()
    };
    let (old, new) = (rows("old"), rows("new"));
    assert_eq!(old, [("1".to_owned(), "1+3+5".to_owned()), ("2".to_owned(), "n^2".to_owned())]);
    assert_eq!(new[..2], old[..]);
    assert_eq!(new[2], ("3".to_owned(), "x".to_owned()));
    done(folder, &["collection", "check", "new"]);
}

#[test]
fn topics_are_chosen_reproducibly() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    dump(folder);
    std::fs::write(folder.join("plan.toml"), "year = 2019\nsize = 5\nseed = 7\nfirst = 301\n").unwrap();
    let said = done(folder, &["collection", "topics", "dump", "--plan", "plan.toml", "--into", "topics"]);
    assert!(said.starts_with("3\tquestions of the year\n2\twithout: no formula\n"), "{said}");
    assert!(said.contains("1\twithout: like another candidate\n1\tchosen\n"), "{said}");
    done(folder, &["collection", "topics", "dump", "--plan", "plan.toml", "--into", "again"]);
    assert!(files(&folder.join("topics")) == files(&folder.join("again")));
    let described = done(folder, &["topics", "topics/topics-task2.xml", "--per-topic"]);
    assert!(described.contains("B.301"), "{described}");
    let xml = std::fs::read_to_string(folder.join("topics/topics-task2.xml")).unwrap();
    assert!(
        xml.contains("<Formula_Id>q_1</Formula_Id>\n      <Latex>\\sum_{k=1}^n (2k-1)=n^2</Latex>"),
        "{xml}"
    );
    assert!(xml.contains("id=&quot;q_1&quot;&gt;$\\sum"), "{xml}");
    let info = std::fs::read_to_string(folder.join("topics/topic-info.json")).unwrap();
    assert!(
        info.contains("\"Category\": \"Proof\"") && info.contains("\"Complexity\": \"Medium\""),
        "{info}"
    );
    std::fs::write(folder.join("bad.toml"), "year = 2019\nsise = 5\n").unwrap();
    let out = perga(folder, &["collection", "topics", "dump", "--plan", "bad.toml", "--into", "no"]);
    assert!(String::from_utf8_lossy(&out.stderr).contains("bad.toml:2: unknown field `sise`"));
}
