-- Who Apple says somebody is. Its subject stays the same whatever becomes of the e-mail.
create table apple_subjects (
  subject text primary key,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now()
);
create index apple_subjects_account on apple_subjects (account_id);

-- A nonce that we gave, hashed: what Apple signs with it opens one session.
create table apple_nonces (
  nonce_hash text primary key,
  expires_at timestamptz not null
);
create index apple_nonces_expiry on apple_nonces (expires_at);
