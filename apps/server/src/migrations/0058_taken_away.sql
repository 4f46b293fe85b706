-- What the team takes away by itself is kept as a report keeps it, and was reported by nobody.
alter table event_flags alter column reporter_id drop not null;
alter table deal_flags alter column reporter_id drop not null;
