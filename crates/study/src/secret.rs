//! Keys, tokens and hashes that hide what they are made of.

use sha2::{Digest, Sha256};

use crate::{Error, Result};

/// Bytes of a block of SHA-256.
const BLOCK: usize = 64;

/// A random key of 256 bits.
pub fn key() -> Result<[u8; 32]> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| Error::Temporary(std::io::Error::other(error)))?;
    Ok(key)
}

/// A random token of 128 bits in 32 hexadecimal digits.
pub fn token() -> Result<String> {
    Ok(hexadecimal(key()?.get(..16).unwrap_or_default()))
}

/// HMAC-SHA-256 (RFC 2104) of a message under a key of at most 64 bytes.
pub fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let padded = |pad: u8| {
        let mut block = [pad; BLOCK];
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha256::new().chain_update(padded(0x36)).chain_update(message).finalize();
    Sha256::new().chain_update(padded(0x5c)).chain_update(inner).finalize().into()
}

/// The hash under which a token is kept.
pub fn digest(token: &str) -> String {
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

/// Bytes in hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hmac_of_the_published_vectors() {
        // RFC 4231, test cases 1 and 2.
        let found = hexadecimal(&hmac(&[0x0b; 20], b"Hi There"));
        assert_eq!(found, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        let found = hexadecimal(&hmac(b"Jefe", b"what do ya want for nothing?"));
        assert_eq!(found, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    #[test]
    fn tokens_differ() {
        let (one, other) = (token().unwrap(), token().unwrap());
        assert_eq!((one.len(), digest(&one).len()), (32, 64));
        assert_ne!(one, other);
    }
}
