-- A second factor of an account: the secret of its authenticator app, encrypted with the secret of the installation, and
-- the step of the last code that was taken, so that none is taken twice. `since` is null until a first code has come.
create table second_factors (
  account_id uuid primary key references accounts (id) on delete cascade,
  secret text not null,
  since timestamptz,
  last_step integer
);

-- What opens the account when the app is lost, each once; a keyed hash.
create table recovery_codes (
  account_id uuid not null references second_factors (account_id) on delete cascade,
  code_hash text not null,
  spent_at timestamptz,
  primary key (account_id, code_hash)
);
