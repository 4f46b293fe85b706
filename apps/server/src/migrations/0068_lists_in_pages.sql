-- What somebody is called in front of others, without the initial, as it is searched and sorted: of a minor adults are not shown the
-- initial, so it is not part of it. By bytes, so that one index gives the order of a community's people.
alter table users add column listed_name text collate "C" not null
  generated always as (left(search_name(coalesce(nullif(company, ''), nullif(firstname, ''), pseudo)), 60)) stored;
create index users_by_name on users (community_id, listed_name);

-- Who answered an event is read in pages, the first one first.
create index event_answers_by_time on event_answers (community_id, event_id, created_at, user_id);

-- The team reads who waits for it, and who was invited and has not come, in pages.
create index users_waiting on users (community_id, id)
  where enabled_at is null and disabled_at is null and gone_at is null and not first_login;
create index users_invited on users (community_id, id) where first_login and gone_at is null and invited_at is not null;
