//! The site of a dump, from the name of its folder or archive.

/// The domains of the network.
const DOMAINS: [&str; 7] = [
    "stackexchange.com",
    "mathoverflow.net",
    "stackoverflow.com",
    "superuser.com",
    "serverfault.com",
    "askubuntu.com",
    "stackapps.com",
];

/// The site of an entry: `dumps/math.stackexchange.com.7z` is `math.stackexchange.com`.
pub(super) fn of(name: &str) -> Option<String> {
    name.rsplit('/').find_map(|part| {
        let end = |domain: &&str| part.find(*domain).map(|at| at + domain.len());
        let site = part.get(..DOMAINS.iter().find_map(end)?)?;
        let is_site = site.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte));
        is_site.then(|| site.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_site_is_in_the_name() {
        assert_eq!(of("dumps/math.stackexchange.com.7z").as_deref(), Some("math.stackexchange.com"));
        assert_eq!(of("mathoverflow.net/Posts.xml").as_deref(), Some("mathoverflow.net"));
        assert_eq!(of("meta.stackoverflow.com-Posts").as_deref(), Some("meta.stackoverflow.com"));
        assert_eq!(of("/tmp/dump/Posts.xml"), None);
    }
}
