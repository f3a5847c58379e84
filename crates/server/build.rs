//! Makes the folder of the built page, so that the binary builds without it; the server then shows plain pages.

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    if let Err(error) = std::fs::create_dir_all(folder) {
        println!("cargo::error=cannot make `{folder}`: {error}");
    }
    println!("cargo::rerun-if-changed={folder}");
}
