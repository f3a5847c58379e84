//! Reports on the runs and qrels of a folder: what `perga eval --format html` writes.
