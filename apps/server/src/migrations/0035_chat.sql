-- A conversation: of two people of one organisation, which stands in the community of the one whose id is lower, or the group of an event.
create table conversations (
  community_id uuid not null references communities,
  id uuid not null,
  event_id uuid,
  low_user_id uuid,
  high_user_id uuid,
  -- The place of its latest message: places are given by it, one after the other.
  last_place int not null default 0,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (community_id, id),
  foreign key (community_id, event_id) references events (community_id, id) on delete cascade,
  check ((event_id is null) = (low_user_id is not null)),
  check ((low_user_id is null) = (high_user_id is null) and low_user_id < high_user_id)
);
create unique index conversations_event on conversations (community_id, event_id) where event_id is not null;
create unique index conversations_pair on conversations (community_id, low_user_id, high_user_id) where event_id is null;

-- Who is in it, up to which place they have received and read it. Who has left a group may come back.
create table conversation_members (
  community_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  user_community_id uuid not null,
  received_place int not null default 0,
  read_place int not null default 0,
  left_at timestamptz,
  primary key (community_id, conversation_id, user_id),
  foreign key (community_id, conversation_id) references conversations (community_id, id) on delete cascade,
  foreign key (user_community_id, user_id) references users (community_id, id) on delete cascade
);
create index conversation_members_user on conversation_members (user_id, community_id, conversation_id) where left_at is null;
create index conversation_members_person on conversation_members (user_community_id, user_id);

-- A message has its place in its conversation; places have no gaps. Deleted, it keeps its place and nothing else.
create table messages (
  community_id uuid not null,
  conversation_id uuid not null,
  place int not null,
  id uuid not null,
  user_id uuid not null,
  user_community_id uuid not null,
  -- The sender's own name for it: sent twice under one name, it is one message.
  tmp_id text not null,
  message_type text check (message_type in ('event', 'interested', 'joined', 'left')),
  text text,
  image_id uuid references media,
  latitude double precision,
  longitude double precision,
  youtube_video_id text,
  video_title text,
  event_id uuid,
  event_community_id uuid,
  created_at timestamptz not null,
  deleted_at timestamptz,
  primary key (community_id, conversation_id, place),
  foreign key (community_id, conversation_id) references conversations (community_id, id) on delete cascade
);
create unique index messages_sent on messages (community_id, user_id, tmp_id);
create unique index messages_id on messages (community_id, id);
create index messages_image on messages (image_id) where image_id is not null;

-- Who reported a message to the team, with those around it as they stood.
create table message_flags (
  community_id uuid not null references communities,
  id uuid not null,
  message_id uuid not null,
  reporter_id uuid not null,
  reason text,
  snapshot jsonb not null,
  created_at timestamptz not null,
  primary key (community_id, id)
);
create index message_flags_message on message_flags (community_id, message_id, reporter_id, created_at);

-- How many messages of a conversation somebody has to read, a hundred at most: of others, written, still there, and of nobody whom they do not hear.
create function unread_messages(community uuid, conversation uuid, reader uuid, after_place int, silenced uuid[]) returns int
language sql stable parallel safe
  return (
    select count(*)::int from (
      select from messages m
      where m.community_id = community and m.conversation_id = conversation and m.place > after_place
        and m.user_id <> reader and m.user_id <> all (silenced) and m.deleted_at is null
        and (m.message_type is null or m.message_type in ('event', 'interested'))
      limit 100) unread
  );

-- The same of all the conversations that somebody is in; of two people nothing is heard where one of them is silenced.
create function all_unread_messages(reader uuid, silenced uuid[]) returns int
language sql stable parallel safe
  return (
    select coalesce(sum(unread_messages(c.community_id, c.id, reader, cm.read_place, silenced)), 0)::int
    from conversation_members cm
    join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    where cm.user_id = reader and cm.left_at is null and c.last_place > cm.read_place
      and (c.event_id is not null or (c.low_user_id <> all (silenced) and c.high_user_id <> all (silenced)))
  );
