-- Who wants to hear of every post, and since when.
create table notification_settings (
  community_id uuid not null,
  user_id uuid not null,
  all_since timestamptz,
  primary key (community_id, user_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);
create index notification_settings_all on notification_settings (community_id) where all_since is not null;

-- What somebody has chosen to hear of: a template, or a category for all of its templates.
create table template_alerts (
  community_id uuid not null,
  user_id uuid not null,
  subject_id uuid not null,
  created_at timestamptz not null,
  primary key (community_id, user_id, subject_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);
create index template_alerts_subject on template_alerts (community_id, subject_id);

-- What a member was told: once of each post and kind. Told anew, a row takes a new id, by which it stands on top again.
create table notifications (
  community_id uuid not null,
  user_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('alert', 'answer')),
  event_community_id uuid not null,
  event_id uuid not null,
  told_at timestamptz not null,
  is_read boolean not null default false,
  primary key (community_id, user_id, id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade,
  foreign key (event_community_id, event_id) references events (community_id, id) on delete cascade
);
create unique index notifications_once on notifications (event_id, kind, user_id);
create index notifications_unread on notifications (community_id, user_id, id) where not is_read;
create index notifications_age on notifications (told_at);

-- Up to when every post has been told of: what was published since is looked through again after a crash. One row.
create table alert_progress (
  told_until timestamptz not null
);
create unique index alert_progress_one on alert_progress ((true));
insert into alert_progress values (now());
