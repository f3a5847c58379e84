//! Addresses of pages: the parameters of a search, changed one at a time.
//!
//! A link to another facet, page or mode keeps everything else, so that every state of a search is an address.

use engine::render::encoded_path;
use form_urlencoded::Serializer;

/// The parameters of a page, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    pairs: Vec<(String, String)>,
}

impl Address {
    /// Of the part of an address after the `?`. Empty parameters say nothing and are left out.
    pub fn parse(query: &str) -> Address {
        let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
        Address { pairs: pairs.filter(|(_, value)| !value.is_empty()).collect() }
    }

    /// The first value of a parameter.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All parameters.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// With one value for a parameter.
    pub fn with(&self, name: &str, value: &str) -> Address {
        let mut address = self.without(name);
        address.pairs.push((name.to_owned(), value.to_owned()));
        address
    }

    /// Without a parameter.
    pub fn without(&self, name: &str) -> Address {
        let pairs = self.pairs.iter().filter(|(known, _)| known != name).cloned();
        Address { pairs: pairs.collect() }
    }

    /// With one more value, or without it if it is there. The first page of the results is meant.
    pub fn toggled(&self, name: &str, value: &str) -> Address {
        let mut address = self.without("offset");
        let count = address.pairs.len();
        address.pairs.retain(|(known, other)| known != name || !other.eq_ignore_ascii_case(value));
        if address.pairs.len() == count {
            address.pairs.push((name.to_owned(), value.to_owned()));
        }
        address
    }

    /// A link to a path with these parameters.
    pub fn to(&self, path: &str) -> String {
        if self.pairs.is_empty() {
            return path.to_owned();
        }
        let query = Serializer::new(String::new()).extend_pairs(&self.pairs).finish();
        format!("{path}?{query}")
    }
}

/// A search for something, from the beginning.
pub fn search(query: &str) -> String {
    Address::default().with("q", query).to("/")
}

/// The page of a unit, a thread or a formula: `/threads/q/112`.
pub fn page(screen: &str, id: &str) -> String {
    format!("/{screen}/{}", encoded_path(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_facet_is_put_in_and_taken_out_and_goes_back_to_the_first_page() {
        let address = Address::parse("q=a%2Bb&offset=10&tag=algebra");
        let narrowed = address.toggled("tag", "geometry");
        assert_eq!(narrowed.to("/"), "/?q=a%2Bb&tag=algebra&tag=geometry");
        assert_eq!(narrowed.toggled("tag", "algebra").to("/"), "/?q=a%2Bb&tag=geometry");
    }

    #[test]
    fn nothing_in_an_id_leaves_the_path() {
        assert_eq!(page("units", "q/1?x#\"é"), "/units/q/1%3Fx%23%22%C3%A9");
    }

    #[test]
    fn empty_parameters_are_left_out() {
        assert_eq!(Address::parse("q=x&want=&mode=").to("/"), "/?q=x");
    }
}
