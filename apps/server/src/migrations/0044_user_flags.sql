-- Who reported a member to the team, and what their profile said then: it may be changed when the team looks.
create table user_flags (
  community_id uuid not null references communities,
  id uuid not null,
  user_id uuid not null,
  reporter_id uuid not null,
  reason text,
  snapshot jsonb not null,
  created_at timestamptz not null,
  primary key (community_id, id)
);
create index user_flags_user on user_flags (community_id, user_id, reporter_id, created_at);
