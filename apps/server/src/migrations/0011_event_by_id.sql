-- A shared link names a post and no community. A hash finds it by its id alone, and no plan can walk other communities' rows by it.
create index events_id on events using hash (id);
