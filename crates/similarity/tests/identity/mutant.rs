//! One-edit mutants of operator trees, written as S-expressions.

use random::Random;

/// Up to `count` different mutants of a tree, always the same ones.
pub fn mutants(text: &str, count: usize) -> Vec<String> {
    let tokens = tokens(text);
    let mut found: Vec<String> = Vec::new();
    let seed = text.bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let mut random = Random::new(seed);
    for _ in 0..count * 30 {
        if found.len() == count {
            break;
        }
        let Some(mutant) = mutant(&tokens, &mut random) else { continue };
        if mutant != text && !found.contains(&mutant) {
            found.push(mutant);
        }
    }
    found
}

fn tokens(text: &str) -> Vec<String> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    spaced.split_whitespace().map(str::to_owned).collect()
}

fn joined(tokens: &[String]) -> String {
    tokens.join(" ").replace("( ", "(").replace(" )", ")")
}

/// A remainder: the mutants that the suite was tuned on depend on it.
fn below(random: &mut Random, limit: usize) -> usize {
    (random.draw() % limit.max(1) as u64) as usize
}

fn is_variable(token: &str) -> bool {
    token.chars().count() == 1 && token.chars().all(char::is_alphabetic) && token != "π" && token != "e"
}

/// Where the tree that begins at a token ends.
fn end(tokens: &[String], start: usize) -> usize {
    let mut depth = 0i32;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        depth += i32::from(token == "(") - i32::from(token == ")");
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

fn mutant(tokens: &[String], random: &mut Random) -> Option<String> {
    let at = below(random, tokens.len());
    let token = tokens[at].as_str();
    let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
    let mut changed = tokens.to_vec();
    let is_operator = before == "(";
    if token == ")" {
        return None;
    }
    if !is_operator && below(random, 4) == 0 {
        // The other sign; an operator that is an expression has none.
        if token == "(" && before == "(" {
            return None;
        }
        let end = end(tokens, at);
        changed.insert(end, ")".to_owned());
        changed.splice(at..at, ["(".to_owned(), "minus".to_owned()]);
        return Some(joined(&changed));
    }
    if token == "(" {
        return without_operand(tokens, at, random);
    }
    changed[at] = if is_operator {
        other_operator(token, random)?.to_owned()
    } else if let Ok(number) = token.parse::<u64>() {
        [number + 1, number + 2, number.saturating_sub(1)][below(random, 3)].to_string()
    } else if is_variable(token) {
        let others: Vec<&String> =
            tokens.iter().filter(|other| is_variable(other) && *other != token).collect();
        (*others.get(below(random, others.len()))?).clone()
    } else {
        return None;
    };
    Some(joined(&changed))
}

fn other_operator(name: &str, random: &mut Random) -> Option<&'static str> {
    let groups: [&[&str]; 6] = [
        &["plus", "times"],
        &["divide", "sup"],
        &["sin", "cos", "tan", "sinh", "cosh", "exp", "ln"],
        &["eq", "lt", "leq", "neq"],
        &["factorial", "abs"],
        &["root", "divide"],
    ];
    let group = groups.iter().find(|group| group.contains(&name))?;
    let other = group[below(random, group.len())];
    (other != name).then_some(other)
}

/// The tree without one operand of a sum or product.
fn without_operand(tokens: &[String], open: usize, random: &mut Random) -> Option<String> {
    if !matches!(tokens.get(open + 1)?.as_str(), "plus" | "times") {
        return None;
    }
    let mut starts = Vec::new();
    let mut at = open + 2;
    while tokens.get(at)? != ")" {
        starts.push(at);
        at = end(tokens, at);
    }
    let start = *starts.get(below(random, starts.len()))?;
    let mut changed = tokens.to_vec();
    changed.drain(start..end(tokens, start));
    Some(joined(&changed))
}
