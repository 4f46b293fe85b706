-- When its author last changed what a post says; null until then.
alter table events add column edited_at timestamptz;
