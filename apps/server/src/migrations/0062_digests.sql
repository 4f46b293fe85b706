-- How often a member is mailed what they have missed, and up to when they have been; no rhythm: they have never said.
create table digests (
  community_id uuid not null,
  user_id uuid not null,
  rhythm text check (rhythm in ('never', 'daily', 'weekly')),
  -- Of the link by which the mails are stopped.
  link_hash text unique,
  told_until timestamptz,
  primary key (community_id, user_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);

-- A morning on which a community's digests go out, and the last of its members whose was put into the queue.
create table digest_days (
  community_id uuid not null references communities (id) on delete cascade,
  day date not null,
  reached uuid,
  primary key (community_id, day)
);
