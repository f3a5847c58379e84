//! Formulas at random, and formulas that are almost another one.

/// A generator of formulas (xorshift) with a fixed seed.
pub struct Generator(u64);

const LETTERS: [&str; 14] =
    ["a", "b", "c", "x", "y", "z", "n", "A", "B", "X", r"\alpha", r"\mathbf{v}", "f", "t"];
const FUNCTIONS: [&str; 4] = [r"\sin ", r"\cos ", r"\ln ", r"\exp "];
const RELATIONS: [&str; 5] = ["=", "<", r"\le ", r"\ne ", ">"];

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// A small formula, an equation half of the time.
    pub fn formula(&mut self) -> String {
        let one = self.term(3);
        match self.below(2) {
            0 => one,
            _ => format!("{one}{}{}", self.one_of(&RELATIONS), self.term(2)),
        }
    }

    fn term(&mut self, depth: usize) -> String {
        if depth == 0 || self.below(6) == 0 {
            return match self.below(4) {
                0 => (1 + self.below(9)).to_string(),
                _ => format!("{} ", self.one_of(&LETTERS)),
            };
        }
        let (one, two) = (self.term(depth - 1), self.term(depth - 1));
        match self.below(9) {
            0 | 1 => format!("{one}+{two}"),
            2 => format!("{one}-{two}"),
            3 => format!("({one})({two})"),
            4 => format!(r"\frac{{{one}}}{{{two}}}"),
            5 => format!("({one})^2"),
            6 => format!("{}({one})", self.one_of(&FUNCTIONS)),
            7 => format!("{} {} ", self.one_of(&LETTERS), self.one_of(&LETTERS)),
            _ => format!(r"\sqrt{{{one}}}"),
        }
    }

    /// The formula with letters renamed, a sign, a relation or a function changed, or factors or terms in another order.
    pub fn variation(&mut self, formula: &str) -> String {
        let mut varied = formula.to_owned();
        for _ in 0..1 + self.below(2) {
            varied = match self.below(6) {
                0 => self.renamed(&varied),
                1 => self.changed(&varied),
                2 | 3 => self.swapped(&varied),
                4 => self.rearranged(&varied),
                _ => varied,
            };
        }
        varied
    }

    /// Every single letter becomes another one, often the same for all occurrences.
    fn renamed(&mut self, formula: &str) -> String {
        let from = b"abcxyznABXft"[self.below(12)] as char;
        let to = b"abcpqrxyzABXn"[self.below(13)] as char;
        let mut is_command = false;
        let rename = |c: char| {
            is_command = c == '\\' || is_command && c.is_alphabetic();
            match c {
                _ if is_command => c,
                _ if c == from => to,
                _ if c == to => from,
                _ => c,
            }
        };
        formula.chars().map(rename).collect()
    }

    fn changed(&mut self, formula: &str) -> String {
        let mutants = mutants(formula);
        if mutants.is_empty() { formula.to_owned() } else { mutants[self.below(mutants.len())].clone() }
    }

    /// Two neighbouring letters change places.
    fn swapped(&mut self, formula: &str) -> String {
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let chars: Vec<char> = formula.chars().collect();
        let pairs: Vec<usize> = (1..chars.len().saturating_sub(2))
            .filter(|&at| is_letter(chars[at]) && is_letter(chars[at + 2]) && chars[at + 1] == ' ')
            .filter(|&at| !is_letter(chars[at - 1]) && chars[at - 1] != '\\')
            .filter(|&at| chars.get(at + 3).is_none_or(|c| !is_letter(*c)))
            .collect();
        let mut chars = chars;
        if !pairs.is_empty() {
            let at = pairs[self.below(pairs.len())];
            chars.swap(at, at + 2);
        }
        chars.into_iter().collect()
    }

    /// A side of an equation on the other side, or a square written out.
    fn rearranged(&mut self, formula: &str) -> String {
        match formula.split_once('=') {
            Some((left, right)) if !right.contains('=') => match self.below(2) {
                0 => format!("{right}={left}"),
                _ => format!("({left})-({right})=0"),
            },
            _ => format!("({formula})+({formula})-({formula})"),
        }
    }
}

/// The formula with one sign, relation or function changed, in every place.
pub fn mutants(formula: &str) -> Vec<String> {
    let changes = [("+", "-"), ("-", "+"), ("<", r"\le "), (r"\sin", r"\cos"), (r"\cos", r"\sin")];
    let mut mutants = Vec::new();
    for (from, to) in changes {
        for (at, _) in formula.match_indices(from) {
            mutants.push(format!("{}{to}{}", &formula[..at], &formula[at + from.len()..]));
        }
    }
    mutants
}
