-- A picture that its owner uploaded waits to be named by what it belongs to, and goes when nothing does.
alter table media
  add column user_id uuid,
  add column unused_since timestamptz,
  add foreign key (community_id, user_id) references users (community_id, id) on delete set null (user_id);
create index media_unused on media (unused_since) where unused_since is not null;

-- What may name a picture is looked up when one goes.
create index events_photo on events (photo_id) where photo_id is not null;

-- The names that clients gave to what they sent. They stay when the post goes: sent once more, it does not come back.
create table publications (
  community_id uuid not null,
  user_id uuid not null,
  tmp_id text not null,
  event_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (community_id, user_id, tmp_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);

-- Who reported a post to the team, and how the post stood then: it may be changed or gone when the team looks.
create table event_flags (
  community_id uuid not null references communities,
  id uuid not null,
  event_id uuid not null,
  reporter_id uuid not null,
  reason text,
  snapshot jsonb not null,
  created_at timestamptz not null,
  primary key (community_id, id)
);
create index event_flags_event on event_flags (community_id, event_id, reporter_id, created_at);

alter table audit_log add column subject_id uuid;
