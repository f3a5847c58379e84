//! The compression of a stream, and its decoder.

use std::io::{self, BufRead, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use super::BLOCK;
use super::guard::{Allowance, Guarded};

/// How a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// Not at all.
    Plain,
    /// gzip, one member or several.
    Gzip,
    /// bzip2, one stream or several.
    Bzip2,
    /// Zstandard, one frame or several.
    Zstandard,
    /// xz, one stream or several.
    Xz,
}

impl Packing {
    /// The compression of a file that begins with these bytes.
    pub fn of(head: &[u8]) -> Packing {
        match head {
            [0x1F, 0x8B, ..] => Packing::Gzip,
            // The level and the first of the six bytes that begin a block or the end.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => Packing::Bzip2,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Packing::Zstandard,
            _ if is_skippable(head) => Packing::Zstandard,
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Packing::Xz,
            _ => Packing::Plain,
        }
    }

    /// Its name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Packing::Plain => "plain",
            Packing::Gzip => "gzip",
            Packing::Bzip2 => "bzip2",
            Packing::Zstandard => "Zstandard",
            Packing::Xz => "xz",
        }
    }
}

/// The decompressed stream, within its allowance.
pub(super) fn unpack(
    packing: Packing,
    packed: impl BufRead + Send + 'static,
    allowance: Allowance,
) -> Box<dyn BufRead + Send> {
    match packing {
        Packing::Plain => Box::new(packed),
        Packing::Gzip => guarded(packing, MultiGzDecoder::new(packed), allowance),
        Packing::Bzip2 => guarded(packing, MultiBzDecoder::new(packed), allowance),
        Packing::Zstandard => guarded(packing, Frames::new(packed), allowance),
        Packing::Xz => guarded(packing, XzReader::new(packed, true), allowance),
    }
}

fn guarded(
    packing: Packing,
    decoder: impl Read + Send + 'static,
    allowance: Allowance,
) -> Box<dyn BufRead + Send> {
    Box::new(BufReader::with_capacity(BLOCK, Guarded::new(packing, decoder, allowance)))
}

/// The frames of a Zstandard file, one after another; the decoder of the library stops after the first.
struct Frames<R: BufRead> {
    /// The compressed bytes between frames; none while a frame is open or after the end.
    packed: Option<R>,
    frame: Option<StreamingDecoder<R, FrameDecoder>>,
}

impl<R: BufRead> Frames<R> {
    fn new(packed: R) -> Self {
        Frames { packed: Some(packed), frame: None }
    }

    /// Opens the next frame; false at the end.
    fn advance(&mut self) -> io::Result<bool> {
        let Some(mut packed) = self.packed.take() else { return Ok(false) };
        loop {
            let head = packed.fill_buf()?;
            if head.is_empty() {
                return Ok(false);
            }
            if !is_skippable(head) {
                break;
            }
            skip_frame(&mut packed)?;
        }
        let frame = StreamingDecoder::new(packed).map_err(io::Error::other)?;
        self.frame = Some(frame);
        Ok(true)
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(buffer)?;
                if count > 0 || buffer.is_empty() {
                    return Ok(count);
                }
                self.packed = self.frame.take().map(StreamingDecoder::into_inner);
            }
            if !self.advance()? {
                return Ok(0);
            }
        }
    }
}

/// Whether a frame of user data begins here, which decoders skip (`pzstd` writes them).
fn is_skippable(head: &[u8]) -> bool {
    matches!(head, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

fn skip_frame(packed: &mut impl BufRead) -> io::Result<()> {
    let mut head = [0; 8];
    packed.read_exact(&mut head)?;
    let [.., a, b, c, d] = head;
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    let skipped = io::copy(&mut packed.take(length), &mut io::sink())?;
    if skipped < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
}
