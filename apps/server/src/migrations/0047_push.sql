-- A browser that shows what its member is told. It belongs to the session that registered it last, and goes with it.
create table push_endpoints (
  id uuid primary key,
  session_id uuid not null unique references sessions (id) on delete cascade,
  community_id uuid not null,
  user_id uuid not null,
  -- Where its push service takes what is for it, and the keys of its side.
  url text not null unique,
  p256dh text not null,
  auth text not null,
  os text not null check (os in ('electron', 'web')),
  language text not null check (language in ('en', 'fr')),
  created_at timestamptz not null,
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);
create index push_endpoints_user on push_endpoints (user_id);

-- What a browser is told of each thing: the latest that it is to be told, and the latest that its push service has taken.
create table push_news (
  endpoint_id uuid not null references push_endpoints on delete cascade,
  subject_id uuid not null,
  told_id uuid not null,
  sent_id uuid,
  told_at timestamptz not null,
  primary key (endpoint_id, subject_id)
);
create index push_news_age on push_news (told_at);

-- Whom push services know the installation by, made once. The private half is sealed. One row.
create table push_keys (
  public_key text not null,
  private_key text not null
);
create unique index push_keys_one on push_keys ((true));

-- Up to when every browser has been told: what came since is looked through again after a crash. One row.
create table push_progress (
  told_until timestamptz not null
);
create unique index push_progress_one on push_progress ((true));
insert into push_progress values (now());

-- When somebody is not to be disturbed, by the clocks of their community; both null for never.
alter table notification_settings
  add column quiet_from time default '22:00',
  add column quiet_until time default '07:00',
  add check ((quiet_from is null) = (quiet_until is null));
