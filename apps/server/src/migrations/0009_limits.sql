-- Who has been told to wait before a try is looked at, until when and in which line; how many turns they had. Losing it in a
-- crash only forgives.
create unlogged table waits (
  bucket text not null,
  caller text not null,
  due_at timestamptz not null,
  line text,
  turns int not null,
  primary key (bucket, caller)
);
create index waits_line on waits (bucket, line, due_at);

-- Keys are compared without case, spaces and hyphens. Those stored before are known as they were typed, until somebody uses them.
alter table communities add column register_key_folded boolean not null default true;
update communities set register_key_folded = false where register_key_hash is not null;

-- Whether an address is known: to an account by its log-ins, to a community by those who came in.
create index audit_log_account on audit_log (account_id, address) where act = 'login';
create index audit_log_community on audit_log (community_id, address) where act in ('login', 'guest');

-- A browser that several accounts use is one cookie.
create index known_devices_device on known_devices (device_hash);
-- A guest's session, to be replaced by the next.
create index sessions_user on sessions (community_id, user_id);
