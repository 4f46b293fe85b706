-- Good deals can be reported as everything else can.
create table deal_flags (
  community_id uuid not null references communities,
  id uuid not null,
  deal_id uuid not null,
  reporter_id uuid not null,
  reason text,
  snapshot jsonb not null,
  created_at timestamptz not null,
  primary key (community_id, id)
);
create index deal_flags_deal on deal_flags (community_id, deal_id, reporter_id, created_at);
create index deal_flags_reporter on deal_flags (reporter_id);

-- What the team has hidden is on no channel: no list finds it, and its author alone reads it. Where it was stands here.
alter table events
  add column hidden_at timestamptz,
  add column hidden_channels jsonb,
  add check ((hidden_at is null) = (hidden_channels is null));

-- A hidden message is as a deleted one; what it said is kept beside it until the decision is final.
alter table messages add column hidden_at timestamptz;
create table hidden_messages (
  community_id uuid not null,
  message_id uuid not null,
  content jsonb not null,
  image_id uuid references media,
  primary key (community_id, message_id),
  foreign key (community_id, message_id) references messages (community_id, id) on delete cascade
);
create index hidden_messages_image on hidden_messages (image_id) where image_id is not null;

alter table deals add column hidden_at timestamptz;

-- Of a hidden profile what its owner has told is kept here.
create table hidden_profiles (
  community_id uuid not null,
  user_id uuid not null,
  content jsonb not null,
  photo_id uuid references media,
  primary key (community_id, user_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);
create index hidden_profiles_photo on hidden_profiles (photo_id) where photo_id is not null;

-- Until then a member reads, and takes part no more.
alter table users add column suspended_until timestamptz;

-- What was reported, once however many report it, and what came of it. It holds nothing of what was said but the
-- pictures by which the team judges: that stands with the reports.
create table moderation_cases (
  community_id uuid not null references communities,
  id uuid not null unique,
  kind text not null check (kind in ('post', 'message', 'deal', 'user')),
  subject_id uuid not null,
  -- Whose it is; null where nobody wrote it, and once they are erased.
  author_id uuid,
  author_community_id uuid,
  concerns_minor boolean not null,
  flags_count int not null,
  picture_ids uuid[] not null,
  opened_at timestamptz not null,
  flagged_at timestamptz not null,
  hidden_at timestamptz,
  decision text check (decision in ('keep', 'hide', 'warn', 'suspend', 'remove')),
  rule text,
  reason text,
  days int,
  decided_at timestamptz,
  decided_by uuid,
  decided_by_account uuid,
  suspended_until timestamptz,
  restored_at timestamptz,
  erased_at timestamptz,
  appeal_token_hash text unique,
  appeal_text text,
  appealed_at timestamptz,
  appeal_overturned boolean,
  appeal_reason text,
  appeal_decided_at timestamptz,
  reminded_hours int not null default 0,
  primary key (community_id, id),
  check ((decision is null) = (decided_at is null)),
  check ((appeal_decided_at is null) = (appeal_overturned is null))
);
create unique index moderation_cases_open on moderation_cases (kind, subject_id) where decided_at is null;
create index moderation_cases_waiting on moderation_cases (community_id, opened_at)
  where decided_at is null or (appealed_at is not null and appeal_decided_at is null);
create index moderation_cases_all on moderation_cases (community_id, opened_at desc);
create index moderation_cases_author on moderation_cases (author_id, decided_at desc);
create index moderation_cases_pictures on moderation_cases using gin (picture_ids);

alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('alert', 'answer', 'message', 'welcome', 'approval', 'moderation')),
  add column case_id uuid references moderation_cases (id) on delete cascade,
  drop constraint notifications_about_one,
  add constraint notifications_about_one check (num_nonnulls(event_id, conversation_id, deal_id, person_id, case_id) = 1);
create unique index notifications_case on notifications (case_id, user_id) where case_id is not null;
