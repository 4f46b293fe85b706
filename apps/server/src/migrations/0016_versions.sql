-- Grows with every change of an event, whoever makes it: of two accounts of one event the newer is told by it.
alter table events add column version int not null default 1;

create function next_event_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

create trigger events_version before update on events for each row execute function next_event_version();
