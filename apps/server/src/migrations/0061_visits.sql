-- When a member was last here. Sessions end, and take it with them; what somebody has missed is what came since.
create table visits (
  community_id uuid not null,
  user_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (community_id, user_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
) with (fillfactor = 80);
insert into visits (community_id, user_id, seen_at)
select community_id, user_id, max(seen_at) from sessions where strategy <> 'guest' group by community_id, user_id;
