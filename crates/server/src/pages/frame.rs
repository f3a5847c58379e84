//! What is around every page: head, screens, keys, the call of the API.

use engine::search::listing::TotalIs;
use maud::{DOCTYPE, Markup, html};

use super::address::Address;
use super::form;

/// What the pages know about the server, and the search that the box in the header shows.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Addresses of the style, the script, the icon and the fonts that are needed at once; none without `web/dist`.
    pub assets: Option<Assets>,
    /// Whether the server keeps an event log.
    pub logs_events: bool,
    /// Whether the index has named formulas.
    pub has_cards: bool,
    /// Whether the server was given runs to report on.
    pub has_runs: bool,
    /// The search in the box of the header.
    pub search: Address,
}

/// Addresses of what pages load.
#[derive(Clone, Debug)]
pub struct Assets {
    /// The style.
    pub style: String,
    /// The script.
    pub script: String,
    /// Fonts of the first view.
    pub fonts: Vec<String>,
}

/// The screens of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    /// Search, results and what they lead to; the name of the site leads there.
    Search,
    /// Named formulas.
    Cards,
    /// Earlier searches and saved formulas.
    History,
    /// The trees of a formula.
    Inspector,
    /// What is indexed.
    Collection,
    /// Runs and measures.
    Evaluation,
    /// Language and keys.
    Help,
}

impl Screen {
    const MENU: [Screen; 6] = [
        Screen::Cards,
        Screen::History,
        Screen::Inspector,
        Screen::Collection,
        Screen::Evaluation,
        Screen::Help,
    ];

    /// Whether the server has something to show there.
    fn is_filled(self, site: &Site) -> bool {
        match self {
            Screen::Cards => site.has_cards,
            Screen::Evaluation => site.has_runs,
            _ => true,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Screen::Search => "Search",
            Screen::Cards => "Cards",
            Screen::History => "History",
            Screen::Inspector => "Inspector",
            Screen::Collection => "Collection",
            Screen::Evaluation => "Evaluation",
            Screen::Help => "Help",
        }
    }

    fn path(self) -> &'static str {
        match self {
            Screen::Search => "/",
            Screen::Cards => "/cards",
            Screen::History => "/history",
            Screen::Inspector => "/inspect",
            Screen::Collection => "/collection",
            Screen::Evaluation => "/evaluation",
            Screen::Help => "/help",
        }
    }
}

/// Keys and what they do; the help page and the dialog show the same list.
const KEYS: [(&str, &str); 13] = [
    ("/", "go to the search box"),
    ("Enter", "search, or open what is focused"),
    ("j k", "next and previous hit (arrow keys too, once in the list)"),
    ("o", "open the text of the hit"),
    ("w", "show why it is a hit"),
    ("c", "copy its LaTeX"),
    ("m", "more like this"),
    ("s", "save its formula"),
    ("n p", "next and previous page"),
    ("[ ]", "previous and next matched formula in a thread"),
    ("↑ ↓", "choose a suggestion while typing"),
    ("Esc", "close suggestions, leave the box"),
    ("h ?", "show this list"),
];

/// A whole page. `api` is the call that gives its content as JSON.
pub(super) fn page(site: &Site, current: Screen, title: &str, api: Option<&str>, content: Markup) -> Markup {
    framed(site, current, title, api, &Main { content, hero: None, follows_box: false })
}

/// The page of a search: its content follows what is typed in the box. `hero` stands above the box on the first view.
pub(super) fn search_page(
    site: &Site,
    title: &str,
    api: &str,
    hero: Option<Markup>,
    content: Markup,
) -> Markup {
    framed(site, Screen::Search, title, Some(api), &Main { content, hero, follows_box: true })
}

/// What differs from page to page.
struct Main {
    content: Markup,
    hero: Option<Markup>,
    /// Whether the script shows results here while the user types.
    follows_box: bool,
}

fn framed(site: &Site, current: Screen, title: &str, api: Option<&str>, main: &Main) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="description" content="Search mathematics by formula and words";
                title { (shortened(title, LONGEST_TITLE)) }
                @if site.logs_events { meta name="perga-events" content="on"; }
                @if let Some(assets) = &site.assets {
                    @for font in &assets.fonts {
                        link rel="preload" href=(font) as="font" type="font/woff2" crossorigin;
                    }
                    link rel="stylesheet" href=(assets.style);
                    script type="module" src=(assets.script) {}
                }
                link rel="icon" type="image/svg+xml" href="/icon.svg";
            }
            body .home[main.hero.is_some()] {
                a .skip href="#main" { "Skip to the content" }
                (header(site, current, main))
                main #main data-live[main.follows_box] { (main.content) }
                footer .foot {
                    @if let Some(api) = api { span .api { "API " a href=(api) { code { (shortened(api, LONGEST_TITLE)) } } } }
                    button .plain.keys.scripted type="button" data-keymap { "Keys " kbd { "h" } }
                }
                div #announce .visually-hidden role="status" {}
                dialog #keymap aria-labelledby="keymap-title" {
                    header {
                        h2 #keymap-title { "Keys" }
                        button .plain type="button" data-keymap { "Close" }
                    }
                    (keys())
                }
            }
        }
    }
}

/// The name, the box and the menu, which folds where there is little room.
fn header(site: &Site, current: Screen, main: &Main) -> Markup {
    let screens = Screen::MENU.into_iter().filter(|screen| screen.is_filled(site));
    html! {
        header .bar {
            a .brand href="/" aria-label="Perga, first page" { (mark()) span { "Perga" } }
            @if let Some(hero) = &main.hero { div .hero { (hero) } }
            (form::search(&site.search, main.hero.is_some()))
            button .menu-button type="button" popovertarget="menu" aria-label="Menu" {
                svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" {
                    path d="M4 7h16M4 12h16M4 17h16" {}
                }
            }
            nav #menu .screens popover aria-label="Screens" { ul { @for screen in screens { (menu_entry(screen, current)) } } }
        }
    }
}

fn menu_entry(screen: Screen, current: Screen) -> Markup {
    html! { li { a href=(screen.path()) aria-current=[(screen == current).then_some("page")] { (screen.name()) } } }
}

/// The keys of the pages.
pub(super) fn keys() -> Markup {
    html! {
        dl .keymap {
            @for (keys, does) in KEYS {
                dt { @for key in keys.split(' ') { kbd { (key) } " " } }
                dd { (does) }
            }
        }
    }
}

/// A cone and a section of it: Apollonius came from Perga.
fn mark() -> Markup {
    html! {
        svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" {
            path d="M12 2 3 21.5h18z" stroke-linejoin="round" {}
            ellipse cx="12" cy="15" rx="7.2" ry="2.6" transform="rotate(-16 12 15)" {}
        }
    }
}

/// The icon of the site, as SVG.
pub const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\" fill=\"none\" \
    stroke=\"#0a7ea8\" stroke-width=\"1.8\"><path d=\"M12 2 3 21.5h18z\" stroke-linejoin=\"round\"/>\
    <ellipse cx=\"12\" cy=\"15\" rx=\"7.2\" ry=\"2.6\" transform=\"rotate(-16 12 15)\"/></svg>";

/// Characters of the title of a page, and of a query that is named in a heading.
pub(super) const LONGEST_TITLE: usize = 120;

/// A text that may be very long, cut with an ellipsis.
pub(super) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text).trim_end()),
        None => text.to_owned(),
    }
}

/// A count with its noun: `1 formula`, `2,990 formulas`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{} {}", thousands(count), document::plural(count, noun))
}

/// A count; with a plus sign if there may be more.
pub(super) fn at_least(count: usize, total_is: TotalIs) -> String {
    let more = if total_is == TotalIs::AtLeast && count > 0 { "+" } else { "" };
    format!("{}{more}", thousands(count))
}

/// A number with commas.
pub(super) fn thousands(number: usize) -> String {
    document::grouped(number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_one_box_with_the_query() {
        let site = Site { search: Address::default().with("q", "a<b"), ..Site::default() };
        let page = page(&site, Screen::Help, "Help", None, html! {}).into_string();
        assert_eq!(page.matches("id=\"q\"").count(), 1);
        assert!(page.contains("autocomplete=\"off\"") && page.contains(">a&lt;b</textarea>"), "{page}");
        assert!(!page.contains("data-live"));
    }

    #[test]
    fn screens_with_nothing_on_them_are_not_in_the_menu() {
        let menu = |site: &Site| page(site, Screen::Help, "Help", None, html! {}).into_string();
        let empty = menu(&Site::default());
        assert!(!empty.contains("/cards") && !empty.contains("/evaluation") && empty.contains("/history"));
        let full = menu(&Site { has_cards: true, has_runs: true, ..Site::default() });
        assert!(full.contains("/cards") && full.contains("/evaluation"));
    }

    #[test]
    fn text_is_escaped_and_counts_are_readable() {
        let page = page(&Site::default(), Screen::Help, "<b>", None, html! { "a < b" }).into_string();
        assert!(page.contains("<title>&lt;b&gt;</title>") && page.contains("a &lt; b"));
        assert_eq!(counted(1, "formula"), "1 formula");
        assert_eq!(shortened("aé cd", 3), "aé…");
        assert_eq!(counted(1_234_567, "formula"), "1,234,567 formulas");
    }
}
