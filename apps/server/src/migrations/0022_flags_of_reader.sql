-- A page asks once which of its events its reader has flagged.
create index event_flags_reporter on event_flags (reporter_id, event_id);
