-- Until when the team has an event on top of its community's feed; infinity until somebody takes it down.
alter table events add column pinned_until timestamptz;
create index events_pinned on events (community_id, pinned_until) where pinned_until is not null;
