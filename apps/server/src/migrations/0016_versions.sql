-- Grows with every change of an event, whoever makes it: of two accounts of one event the newer is told by it.
-- In two statements: PostgreSQL 15.20 refuses a column with a default where a function in standard SQL takes a row of the table.
alter table events add column version int;
update events set version = 1;
alter table events alter column version set default 1, alter column version set not null;

create function next_event_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create trigger events_version before update on events for each row execute function next_event_version();
