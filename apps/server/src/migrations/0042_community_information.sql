-- What a community tells of itself. The numbers that are good to have at hand are few, and read together.
alter table communities
  add column building text,
  add column residence text,
  add column district text,
  add column opening_time text,
  add column opening_time_en text,
  add column useful_numbers jsonb not null default '[]',
  add column plan_id uuid references media,
  add column map_photo_id uuid references media,
  -- The bytes of the welcome PDF lie in the storage, under the id.
  add column welcome_id uuid,
  add column welcome_bytes int,
  add column welcome_at timestamptz,
  add constraint communities_welcome check ((welcome_id is null) = (welcome_bytes is null) and (welcome_id is null) = (welcome_at is null));

-- Who may see a picture is asked of what shows it.
create index communities_plan on communities (plan_id) where plan_id is not null;
create index communities_map_photo on communities (map_photo_id) where map_photo_id is not null;

-- A place that posts, stays and messages name is kept for them when it is taken from the lists.
alter table places
  add column opening_time text,
  add column opening_time_en text,
  add column description text,
  add column description_en text,
  add column removed_at timestamptz;
