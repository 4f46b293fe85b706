-- Who has blocked whom: from then on neither sees anything of the other. Both are neighbours, of one organisation at the most; a block of somebody who
-- has become staff since rests.
create table user_blocks (
  community_id uuid not null,
  user_id uuid not null,
  blocked_community_id uuid not null,
  blocked_user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, blocked_user_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade,
  foreign key (blocked_community_id, blocked_user_id) references users (community_id, id) on delete cascade,
  check (user_id <> blocked_user_id)
);
create index user_blocks_blocked on user_blocks (blocked_user_id);

-- Of the group of a post whose author is not heard there is nothing to read either.
create or replace function all_unread_messages(reader uuid, silenced uuid[]) returns int
language sql stable parallel safe
  return (
    select coalesce(sum(unread_messages(c.community_id, c.id, reader, cm.read_place, silenced)), 0)::int
    from conversation_members cm
    join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    where cm.user_id = reader and cm.left_at is null and c.last_place > cm.read_place
      and case when c.event_id is null then c.low_user_id <> all (silenced) and c.high_user_id <> all (silenced)
        else cardinality(silenced) = 0 or not exists (
          select from events e where e.community_id = c.community_id and e.id = c.event_id and e.user_id = any (silenced)) end
  );
