-- The calendar is read channel by channel, as the feed is, in the order in which things begin: when that is stands in the row.
alter table event_channels
  add column starts_at timestamptz,
  -- From here on it is past.
  add column over_at timestamptz,
  add check ((starts_at is null) = (over_at is null));
update event_channels ec set starts_at = h.starts_at, over_at = h.over_at
from (
  select e.community_id, e.id,
    case when e.starts_at is not null and e.time_id is not null then e.starts_at else day::timestamp at time zone timezone end as starts_at,
    case when e.starts_at is not null and e.time_id is not null then e.starts_at + interval '4 hours' else (day + 1)::timestamp at time zone timezone end as over_at
  from (
    select e.*, c.timezone, case when e.date_id ~ '^\d{4}-\d{2}-\d{2}$' then e.date_id::date else (e.starts_at at time zone c.timezone)::date end as day
    from events e join communities c on c.id = e.community_id
    where e.group_id not in ('welcome', 'weather') and coalesce(e.date_id, '') not in ('now', 'together')
      and (e.starts_at is not null or e.date_id is not null)
  ) e
) h
where ec.community_id = h.community_id and ec.event_id = h.id;
create index event_channels_calendar on event_channels (channel_id, starts_at, event_id) where starts_at is not null;

-- The secret address at which a member's own calendar program reads: found by its hash, and gone with its owner.
create table calendar_addresses (
  community_id uuid not null,
  user_id uuid not null,
  secret_hash text not null unique,
  only_mine boolean not null,
  language text not null check (language in ('fr', 'en')),
  created_at timestamptz not null,
  primary key (community_id, user_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);
