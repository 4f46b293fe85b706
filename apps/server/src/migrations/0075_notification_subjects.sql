-- A notification names what it is about by kind, community and id, so that a new kind of subject needs no column. The
-- features delete the notifications of what they remove. The rows are written anew, because an update of all would keep
-- every index up to date; in a new table the constraints have the names that they have in a new installation.
create temporary table moved_notifications on commit drop as
select n.community_id, n.user_id, n.id, n.kind,
  case when n.event_id is not null or n.gone_event_id is not null then 'event' when n.conversation_id is not null then 'conversation'
    when n.deal_id is not null then 'deal' when n.person_id is not null then 'user' else 'case' end as subject_kind,
  coalesce(n.event_community_id, n.conversation_community_id, (n.gone ->> 'community_id')::uuid, d.community_id, k.community_id, n.community_id) as subject_community_id,
  coalesce(n.event_id, n.gone_event_id, n.conversation_id, n.deal_id, n.person_id, n.case_id) as subject_id,
  n.from_place, n.place, n.gone - 'community_id' as gone, n.told_at, n.is_read
from notifications n
left join deals d on d.id = n.deal_id
left join moderation_cases k on k.id = n.case_id;
drop table notifications;

create table notifications (
  community_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  subject_kind text not null,
  subject_community_id uuid not null,
  subject_id uuid not null,
  -- The messages that it tells of: after the first place, up to the last.
  from_place int,
  place int,
  -- What remains of a subject that it outlives.
  gone jsonb,
  told_at timestamptz not null,
  is_read boolean not null default false
);
insert into notifications select * from moved_notifications order by community_id, user_id, id;

alter table notifications
  add primary key (community_id, user_id, id),
  add foreign key (community_id, user_id) references users (community_id, id) on delete cascade,
  add check (kind in ('alert', 'answer', 'message', 'welcome', 'approval', 'moderation', 'changed', 'calledoff'));
create unique index notifications_once on notifications (subject_kind, subject_id, kind, user_id);
create index notifications_unread on notifications (community_id, user_id, id) where not is_read;
create index notifications_age on notifications (told_at);
create index notifications_gone_author on notifications ((gone ->> 'author_id')) where gone is not null;
analyze notifications;
