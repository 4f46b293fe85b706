create table events (
  community_id uuid not null references communities,
  id uuid not null,
  user_id uuid not null,
  group_id text not null check (group_id in ('welcome', 'activity', 'proposal', 'gooddeal', 'post', 'like', 'weather')),
  template_id uuid references templates,
  deal_id uuid references deals,
  title text,
  title_en text,
  description text,
  description_en text,
  post_description text,
  post_description_en text,
  photo_id uuid references media,
  youtube_video_id text,
  video_title text,
  date_id text,
  time_id text,
  place_id uuid,
  choice_id text,
  starts_at timestamptz,
  weather jsonb,
  interested_count int not null default 0,
  messages_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (community_id, id),
  foreign key (community_id, user_id) references users (community_id, id),
  foreign key (community_id, place_id) references places (community_id, id)
);
create index events_user on events (community_id, user_id, id);

-- The words of an event: stemmed in each language, and as they stand for beginnings of words.
create function event_document(e events) returns tsvector language sql immutable parallel safe
  return to_tsvector('pg_catalog.french', plain_words(concat_ws(' ', e.title, e.description, e.post_description)))
      || to_tsvector('pg_catalog.english', plain_words(concat_ws(' ', e.title_en, e.description_en, e.post_description_en)))
      || to_tsvector('pg_catalog.simple', plain_words(concat_ws(' ', e.title, e.description, e.post_description, e.title_en, e.description_en, e.post_description_en)));

-- The feed reads this table and nothing else to find its page: what a row is filtered by stands in the row, and every
-- key begins with the channel, so that no plan can walk other communities' rows.
create table event_channels (
  channel_id uuid not null references channels,
  event_id uuid not null,
  community_id uuid not null,
  group_id text not null,
  category_id uuid,
  document tsvector not null,
  primary key (channel_id, event_id),
  foreign key (community_id, event_id) references events (community_id, id) on delete cascade
);
create index event_channels_event on event_channels (community_id, event_id);
create index event_channels_group on event_channels (channel_id, group_id, event_id);
create index event_channels_category on event_channels (channel_id, category_id, event_id) where category_id is not null;
create index event_channels_words on event_channels using gin (channel_id, document);

-- The one-tap answers.
create table event_answers (
  community_id uuid not null,
  event_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (community_id, event_id, user_id),
  foreign key (community_id, event_id) references events (community_id, id) on delete cascade
);
create index event_answers_user on event_answers (user_id, event_id);

-- What was typed: every word must be there, in its French or English form or as the beginning of a word. Words that say
-- nothing in either language ("le", "the") are not asked for.
create function words_query(words text) returns tsquery language sql immutable parallel safe
  return (
    select coalesce(string_agg('(' || ((french || english) || to_tsquery('pg_catalog.simple', word || ':*'))::text || ')', ' & '), '')::tsquery
    from regexp_split_to_table(lower(trim(plain_words(words))), ' +') word
    cross join lateral (select to_tsquery('pg_catalog.french', word) as french, to_tsquery('pg_catalog.english', word) as english) stems
    where word <> '' and numnode(french) > 0 and numnode(english) > 0
  );
