-- Who lives where: told to the team alone. A member whose access the team has closed; what who waits for approval says to the team.
alter table users
  add column address text,
  add column zip_code text,
  add column city text,
  add column disabled_at timestamptz,
  add column word text;

-- The key as its team can read it again, encrypted with the secret of the installation. One that is only known by its hash is
-- encrypted at its next use.
alter table communities
  add column register_key text,
  add column need_approval boolean not null default false;

-- Of the mails to its owner; the community's until it is known.
alter table accounts add column language text check (language in ('en', 'fr'));

-- A session whose owner came by a link to choose a new password, and has yet to do it.
alter table sessions add column password_due boolean not null default false;

-- What a link or a letter proves, once. The secret is in the mail alone; of a letter there is a short code too.
create table link_tokens (
  token_hash text primary key,
  code_hash text unique,
  purpose text not null check (purpose in ('register', 'reset', 'invite')),
  account_id uuid not null references accounts on delete cascade,
  community_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz,
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);
create index link_tokens_account on link_tokens (account_id);
create index link_tokens_expiry on link_tokens (expires_at);
