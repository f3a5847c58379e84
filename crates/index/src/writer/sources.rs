//! One id in several sources: which unit is shown, which copies are hidden, and what happens when a source is removed.

use tantivy::{TantivyDocument, Term};

use super::Writer;
use super::known::{Committed, Holder};
use crate::Result;
use crate::units::{StoredUnit, Tokens, document, hidden_document, hidden_key};

impl Writer {
    /// Adds a unit, shown or hidden, depending on the unit that has its id.
    pub(super) fn add_unit(&mut self, unit: StoredUnit, document: TantivyDocument) -> Result<()> {
        match self.known.holder(&unit.id)? {
            Holder::None => {}
            Holder::Recent => {
                self.repeated.within += 1;
                self.remove_recent(&unit.id);
            }
            Holder::Committed(holder) if holder.unit.source == unit.source => {
                self.repeated.within += u64::from(holder.added >= self.first_unit);
                self.remove_committed(&holder.unit);
            }
            Holder::Committed(holder) if holder.unit.source < unit.source => {
                self.repeated.across += 1;
                self.remove_committed(&holder.unit);
                self.hide(&holder)?;
            }
            Holder::Committed(_) => {
                self.repeated.across += 1;
                let added = self.next_unit();
                return self.hide(&Committed { unit, added });
            }
        }
        self.show(&unit, document)
    }

    /// Deletes a unit and all its copies; returns false if no unit has that id.
    pub fn delete(&mut self, id: &str) -> Result<bool> {
        match self.known.holder(id)? {
            Holder::None => return Ok(false),
            Holder::Recent => self.remove_recent(id),
            Holder::Committed(holder) => self.remove_committed(&holder.unit),
        }
        let term = Term::from_field_text(self.fields.hidden_id, id);
        for copy in self.known.committed(term.clone(), "hidden_added")? {
            self.doubtful.extend(copy?.unit.records());
        }
        self.text.delete_term(term);
        Ok(true)
    }

    /// Deletes the units of a source, shown or hidden, with numbers below `before`. Units of other sources that were
    /// hidden by them are shown instead.
    pub fn retire(&mut self, source: &str, before: u64) -> Result<()> {
        self.explained(|writer| writer.retire_units(source, before))
    }

    /// Deletes all units of a source, and forgets the source.
    pub fn delete_source(&mut self, source: &str) -> Result<()> {
        self.retire(source, u64::MAX)?;
        self.ledger.sources.remove(source);
        Ok(())
    }

    fn retire_units(&mut self, source: &str, before: u64) -> Result<()> {
        // The lookups below find only what is committed.
        if self.has_hidden_changes {
            self.commit_all()?;
        }
        let shown = self.known.committed(Term::from_field_text(self.fields.source, source), "added")?;
        for unit in shown {
            let Committed { unit, added } = unit?;
            if added < before && !self.known.is_gone(&unit.id) {
                self.remove_committed(&unit);
                self.promote(&unit)?;
            }
        }
        let term = Term::from_field_text(self.fields.hidden_source, source);
        for copy in self.known.committed(term, "hidden_added")? {
            let Committed { unit, added } = copy?;
            if added < before {
                self.delete_hidden(&unit);
                self.doubtful.extend(unit.records());
            }
        }
        Ok(())
    }

    /// Shows the next copy after a unit was removed.
    fn promote(&mut self, removed: &StoredUnit) -> Result<()> {
        let term = Term::from_field_text(self.fields.hidden_id, &removed.id);
        let mut next: Option<StoredUnit> = None;
        for copy in self.known.committed(term, "hidden_added")? {
            let unit = copy?.unit;
            let is_later = next.as_ref().is_none_or(|next| next.source < unit.source);
            if is_later && unit.source != removed.source {
                next = Some(unit);
            }
        }
        let Some(unit) = next else { return Ok(()) };
        self.delete_hidden(&unit);
        self.revive(unit.records().into_iter());
        let document = self.document_of(&unit);
        self.show(&unit, document)
    }

    /// The document of a stored unit; the trees of its formulas come from its records.
    fn document_of(&self, stored: &StoredUnit) -> TantivyDocument {
        let unit = stored.to_unit();
        let records = stored.formulas.iter().map(|occurrence| self.formulas.record(occurrence.record));
        let records: Vec<_> = records.map(Option::unwrap_or_default).collect();
        let trees = records.iter().map(|record| (&record.slt, &record.opt));
        let tokens = Tokens::of(&unit, stored, trees, self.profile.families);
        document(&unit, stored, &tokens, &self.fields)
    }

    fn show(&mut self, unit: &StoredUnit, mut document: TantivyDocument) -> Result<()> {
        document.add_u64(self.fields.added, self.next_unit());
        self.manifest.units += 1;
        self.manifest.occurrences += unit.formulas.len() as u64;
        self.known.add(unit);
        self.text.add_document(document)?;
        Ok(())
    }

    fn hide(&mut self, copy: &Committed) -> Result<()> {
        let key = hidden_key(&copy.unit.source, &copy.unit.id);
        for old in
            self.known.committed(Term::from_field_text(self.fields.hidden_key, &key), "hidden_added")?
        {
            self.doubtful.extend(old?.unit.records());
        }
        self.delete_hidden(&copy.unit);
        self.doubtful.extend(copy.unit.records());
        self.text.add_document(hidden_document(&copy.unit, copy.added, &self.fields))?;
        Ok(())
    }

    fn delete_hidden(&mut self, unit: &StoredUnit) {
        self.has_hidden_changes = true;
        let key = hidden_key(&unit.source, &unit.id);
        self.text.delete_term(Term::from_field_text(self.fields.hidden_key, &key));
    }

    fn remove_recent(&mut self, id: &str) {
        let Some((records, formulas)) = self.known.forget_recent(id) else { return };
        self.remove_shown(id, &records, formulas);
    }

    fn remove_committed(&mut self, unit: &StoredUnit) {
        if self.known.forget_committed(&unit.id) {
            self.remove_shown(&unit.id, &unit.records(), unit.formulas.len() as u64);
        }
    }

    fn remove_shown(&mut self, id: &str, records: &[u32], formulas: u64) {
        self.text.delete_term(Term::from_field_text(self.fields.id, id));
        self.manifest.units -= 1;
        self.manifest.occurrences -= formulas;
        self.doubtful.extend(records);
    }

    /// The number of the next unit.
    fn next_unit(&mut self) -> u64 {
        let number = self.manifest.next_unit;
        self.manifest.next_unit += 1;
        number
    }
}
