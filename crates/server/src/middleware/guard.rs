//! Which requests are let in, by their headers.
//!
//! There is no login, so everyone who reaches the server may search it. A web page must not: its script runs in a browser on
//! this machine and can send requests here. Two things keep it out.
//!
//! - **Host.** A page may point a name of its own at 127.0.0.1 (DNS rebinding) and is then of one origin with this server.
//!   Its requests carry that name, so only names that are ours are answered: loopback, the address
//!   that is listened at, and those in its settings. A number as a host needs no name to be pointed anywhere, so any number
//!   will do where the server listens at all addresses.
//! - **Origin.** What changes something must come from our own pages. What other sites load as pictures, scripts or frames
//!   is refused, since it would make the server work for them; links to our pages are welcome.

use std::net::{IpAddr, SocketAddr};

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Version, header};

use crate::api::error::ApiError;

/// Who may be asked for here.
#[derive(Clone, Debug)]
pub struct Guard {
    listen: SocketAddr,
    names: Vec<String>,
}

impl Guard {
    /// For a server that listens at an address and has some names beside it.
    pub fn new(listen: SocketAddr, names: &[String]) -> Guard {
        Guard { listen, names: names.iter().map(|name| plain(name)).collect() }
    }

    /// Fails for a request that must not be answered.
    pub fn check(&self, request: &Request) -> Result<(), ApiError> {
        let host = self.check_host(request)?;
        let headers = request.headers();
        match *request.method() {
            Method::GET | Method::HEAD | Method::OPTIONS => check_embedding(headers),
            _ => check_origin(headers, host.as_ref()),
        }
    }

    /// The host that is asked for.
    fn check_host(&self, request: &Request) -> Result<Option<Authority>, ApiError> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let (first, second) = (hosts.next(), hosts.next());
        if second.is_some() {
            let error = ApiError::bad_request("the request has more than one `Host`");
            return Err(error.with_hint("send the header once"));
        }
        let in_header = match first {
            Some(host) => Some(authority(host.to_str().ok()).ok_or_else(|| {
                ApiError::bad_request("invalid `Host` header").with_hint("send a name or an address")
            })?),
            None if request.version() == Version::HTTP_11 => {
                let error = ApiError::bad_request("the request has no `Host`");
                return Err(error.with_hint("HTTP/1.1 needs this header"));
            }
            None => None,
        };
        let in_address = request.uri().authority().cloned();
        for host in in_header.iter().chain(&in_address) {
            if !self.is_ours(host.host()) {
                return Err(ApiError::forbidden(
                    &format!("unknown host `{}`", host.host()),
                    "use the address that it printed at its start, or start it with this name among its host names",
                ));
            }
        }
        Ok(in_address.or(in_header))
    }

    fn is_ours(&self, host: &str) -> bool {
        let host = plain(host);
        if let Ok(ip) = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            let here = self.listen.ip();
            return ip.to_canonical().is_loopback() || ip == here || here.is_unspecified();
        }
        host == "localhost" || self.names.contains(&host)
    }
}

/// A name as it is compared: without case and without the dot of the root.
fn plain(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

fn authority(text: Option<&str>) -> Option<Authority> {
    text?.parse().ok().filter(|authority: &Authority| !authority.host().is_empty())
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// What changes something comes from one of our pages, or from a program that is no browser.
fn check_origin(headers: &HeaderMap, host: Option<&Authority>) -> Result<(), ApiError> {
    let refused = || {
        ApiError::forbidden("the request comes from another site", "only pages of this server may send it")
    };
    if headers.contains_key(header::ORIGIN) {
        let origin = text(headers, "origin").and_then(|origin| origin.split_once("://"));
        let origin = origin.and_then(|(_, origin)| authority(Some(origin)));
        let is_same = origin.is_some() && origin.as_ref() == host;
        return if is_same { Ok(()) } else { Err(refused()) };
    }
    match text(headers, "sec-fetch-site") {
        None | Some("same-origin" | "none") => Ok(()),
        Some(_) => Err(refused()),
    }
}

/// Other sites may link here, and load nothing from here.
fn check_embedding(headers: &HeaderMap) -> Result<(), ApiError> {
    let is_foreign = text(headers, "sec-fetch-site") == Some("cross-site");
    let is_link = text(headers, "sec-fetch-mode") == Some("navigate")
        && matches!(text(headers, "sec-fetch-dest"), None | Some("document"));
    if is_foreign && !is_link {
        let hint = "link to this page instead of loading it";
        return Err(ApiError::forbidden("another site loads this as a part of its page", hint));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
