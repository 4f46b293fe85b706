-- An account is an e-mail with credentials; a guest has none and is known by the device's secret.
create table accounts (
  id uuid primary key,
  email text,
  password_hash text,
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index accounts_email on accounts (lower(email));

-- A user is an account in one community.
create table users (
  community_id uuid not null references communities,
  id uuid not null,
  account_id uuid not null references accounts,
  role text not null check (role in ('guest', 'neighbor', 'advertiser', 'employee', 'administrator', 'webmaster')),
  pseudo text not null,
  firstname text,
  lastname text,
  company text,
  gender text check (gender in ('M', 'F')),
  birthdate date,
  description text,
  description_en text,
  job text,
  building text,
  floor text,
  apartment_number text,
  hobbies text[] not null default '{}',
  photo_id uuid references media,
  need_update boolean not null default false,
  first_login boolean not null default false,
  enabled_at timestamptz default now(),
  created_at timestamptz not null default now(),
  primary key (community_id, id)
);
create unique index users_pseudo on users (community_id, fold_name(pseudo));
create unique index users_account on users (account_id, community_id);

-- A guest of a community: the device's secret, hashed.
create table guests (
  community_id uuid not null,
  device_hash text not null,
  user_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (community_id, device_hash),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);

create table sessions (
  token_hash text primary key,
  id uuid not null unique,
  account_id uuid not null references accounts,
  community_id uuid not null,
  user_id uuid not null,
  strategy text not null check (strategy in ('local', 'apple', 'jwt', 'guest')),
  device text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);
create index sessions_account on sessions (account_id);

-- A browser that its owner has logged in from: others' wrong passwords do not lock it out.
create table known_devices (
  account_id uuid not null references accounts on delete cascade,
  device_hash text not null,
  seen_at timestamptz not null default now(),
  primary key (account_id, device_hash)
);

-- What is counted against a limit, and when. Losing it in a crash only forgives.
create unlogged table attempts (
  id uuid primary key,
  bucket text not null,
  at timestamptz not null default now()
);
create index attempts_bucket on attempts (bucket, at);

-- Who did what, when: no content, no secrets. Rows are only ever added.
create table audit_log (
  id uuid primary key,
  at timestamptz not null default now(),
  act text not null,
  community_id uuid,
  user_id uuid,
  account_id uuid,
  address text
);
create index audit_log_at on audit_log (at);
