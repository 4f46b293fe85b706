-- What a provider said last of a place: its coordinates rounded, with the clocks that its days go by. Of nobody, and of no community alone.
create table weather_reports (
  place text not null,
  kind text not null check (kind in ('current', 'forecast')),
  report jsonb not null,
  fetched_at timestamptz not null,
  primary key (place, kind)
);

-- The mornings that a community has its weather told of: one a day, whichever process begins it, and however often. `event_id` once it is told.
create table weather_mornings (
  community_id uuid not null references communities (id) on delete cascade,
  day date not null,
  event_id uuid,
  primary key (community_id, day)
);
