-- Stays of members, and until when who was invited for one belongs to the community.
create table bookings (
  community_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  place_id uuid not null,
  arrival date not null,
  departure date not null,
  created_at timestamptz not null default now(),
  primary key (community_id, id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade,
  foreign key (community_id, place_id) references places (community_id, id),
  check (departure >= arrival)
);
create index bookings_user on bookings (community_id, user_id, departure);
alter table users
  add column member_until date,
  add column invited_at timestamptz;

-- Who came by a letter has an e-mail once they have confirmed it.
alter table accounts add column email_to_confirm text;
alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check check (purpose in ('register', 'reset', 'invite', 'email'));

-- Since when the key is as it is, and the one before, which may go on for a while.
alter table communities
  add column register_key_at timestamptz,
  add column former_register_key text,
  add column former_register_key_until timestamptz;

-- The desk lists members, those first who came last.
create index users_members on users (community_id, id desc) where role <> 'guest';
