-- Who leaves is hidden at once, and erased a week later; until then they may take it back.
alter table accounts
  -- Since when its owner has asked for it to be deleted.
  add column deleted_at timestamptz;

alter table users
  -- Since when they have left: nobody is shown them any more.
  add column gone_at timestamptz,
  -- What is left of them is the place that others' conversations have for them, and says nothing.
  add column erased_at timestamptz,
  add check (erased_at is null or gone_at is not null);
create index users_gone on users (community_id, gone_at) where gone_at is not null and erased_at is null;

-- Who is erased is deleted and, where a conversation names them, made anew without a word in the same transaction.
alter table conversation_members
  drop constraint conversation_members_user_community_id_user_id_fkey,
  add constraint conversation_members_user_community_id_user_id_fkey foreign key (user_community_id, user_id)
    references users (community_id, id) deferrable initially deferred;

alter table link_tokens
  drop constraint link_tokens_purpose_check,
  add constraint link_tokens_purpose_check check (purpose in ('register', 'reset', 'invite', 'email', 'proof', 'left', 'deleted'));

-- When its owner last proved to be the owner again.
alter table sessions add column proved_at timestamptz;

-- What is found of a person by who erases it.
create index link_tokens_user on link_tokens (community_id, user_id);
create index guests_user on guests (community_id, user_id);
create index media_owner on media (community_id, user_id) where user_id is not null;

create table exports (
  account_id uuid primary key references accounts on delete cascade,
  id uuid not null unique,
  language text not null check (language in ('fr', 'en')),
  asked_at timestamptz not null,
  -- Things that are in it, of all; null while they are being counted.
  done int not null default 0,
  total int,
  ready_at timestamptz,
  failed_at timestamptz,
  bytes bigint
);
create index exports_age on exports (asked_at);
