-- What takes place can be moved to another time or place, and called off: who answered is told.
alter table events
  add column moved_at timestamptz,
  -- When it was to be before (dateId, timeId, startsAt), where that is another now.
  add column moved_from jsonb,
  -- Whether it is somewhere else than before. (A default would rewrite the rows on PostgreSQL 15, which refuses that.)
  add column moved_place boolean,
  add column cancelled_at timestamptz,
  add column cancel_reason text,
  -- Its latest change that those who answered have been told of, and when.
  add column change_told_at timestamptz,
  add constraint events_moved check (moved_at is not null or (moved_from is null and moved_place is not true));

alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('alert', 'answer', 'message', 'welcome', 'approval', 'moderation', 'changed', 'calledoff')),
  -- A post that its author removed although people had answered it: how it is called, and when it was to be.
  add column gone_event_id uuid,
  add column gone jsonb,
  add constraint notifications_gone check ((gone_event_id is null) = (gone is null)),
  drop constraint notifications_about_one,
  add constraint notifications_about_one check (num_nonnulls(event_id, conversation_id, deal_id, person_id, case_id, gone_event_id) = 1);
create unique index notifications_gone on notifications (gone_event_id, user_id) where gone_event_id is not null;
create index notifications_gone_author on notifications ((gone ->> 'author_id')) where gone is not null;

alter table messages
  drop constraint messages_message_type_check,
  add constraint messages_message_type_check check (message_type in ('event', 'interested', 'joined', 'left', 'changed', 'calledoff'));
