-- Beside posts, members are told of messages, of newcomers, and of what the team decides.
alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('alert', 'answer', 'message', 'welcome', 'approval')),
  alter column event_community_id drop not null,
  alter column event_id drop not null,
  add column conversation_community_id uuid,
  add column conversation_id uuid,
  -- The messages that it tells of: after the first place, up to the last.
  add column from_place int,
  add column place int,
  add column deal_id uuid references deals on delete cascade,
  -- Who waits to be let in; or the member themselves, who was.
  add column person_id uuid,
  add foreign key (conversation_community_id, conversation_id) references conversations (community_id, id) on delete cascade,
  add foreign key (community_id, person_id) references users (community_id, id) on delete cascade,
  add constraint notifications_about_one check (num_nonnulls(event_id, conversation_id, deal_id, person_id) = 1),
  add constraint notifications_whole check (
    num_nulls(event_id, event_community_id) <> 1
    and num_nulls(conversation_id, conversation_community_id, from_place, place) in (0, 4)
  );
create unique index notifications_conversation on notifications (conversation_id, user_id) where conversation_id is not null;
create unique index notifications_deal on notifications (deal_id, user_id) where deal_id is not null;
create unique index notifications_person on notifications (person_id, user_id) where person_id is not null;

-- The kinds that a member wants to hear nothing of.
alter table notification_settings
  add column muted text[] not null default '{}' check (muted <@ array['answer', 'message', 'welcome', 'approval']);
