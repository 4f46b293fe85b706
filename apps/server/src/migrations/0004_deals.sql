create table deal_categories (
  id uuid primary key,
  name text,
  name_en text,
  picto text not null,
  hue text not null,
  position int not null
);

create table deals (
  id uuid primary key,
  city_id uuid not null references cities,
  category_id uuid not null references deal_categories,
  community_id uuid not null,
  user_id uuid not null,
  custom_uri text not null,
  title text,
  title_en text,
  description text,
  description_en text,
  promotion text,
  promotion_en text,
  opening_time text,
  opening_time_en text,
  price text,
  price_en text,
  activity_description text,
  activity_description_en text,
  activity_post_description text,
  activity_post_description_en text,
  address text,
  zip_code text,
  city text,
  phone text,
  web_site_url text,
  fb_url text,
  email text,
  photo_id uuid references media,
  longitude double precision,
  latitude double precision,
  approved_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (community_id, user_id) references users (community_id, id)
);
create unique index deals_uri on deals (city_id, lower(custom_uri));

-- The communities that a deal is shown to.
create table community_deals (
  community_id uuid not null references communities,
  deal_id uuid not null references deals on delete cascade,
  primary key (community_id, deal_id)
);
