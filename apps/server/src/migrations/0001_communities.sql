create extension if not exists unaccent;
create extension if not exists btree_gin;

-- unaccent() itself is only stable, because its dictionary can be replaced; naming the dictionary pins it, which
-- indexes need.

-- Case and accents do not tell two names apart.
create function fold_name(name text) returns text language sql immutable parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, name));

-- The words of a text without accents, apostrophes and marks: the same for what is stored and for what is searched.
create function plain_words(words text) returns text language sql immutable parallel safe
  return regexp_replace(public.unaccent('public.unaccent'::regdictionary, coalesce(words, '')), '[^[:alnum:]]+', ' ', 'g');

-- Pictures come first: every other table may name one. The bytes lie in the storage, under the id.
create table media (
  id uuid primary key,
  class text not null check (class in ('public', 'community', 'conversation')),
  community_id uuid,
  width int not null,
  height int not null,
  thumbhash text not null,
  alt text,
  alt_en text,
  created_at timestamptz not null default now(),
  check (class = 'public' or community_id is not null)
);

create table cities (
  id uuid primary key,
  name text not null,
  uri text not null unique,
  department text not null,
  photo_id uuid references media,
  longitude double precision not null,
  latitude double precision not null
);

create table organizations (
  id uuid primary key,
  name text not null
);

create table communities (
  id uuid primary key,
  organization_id uuid references organizations,
  city_id uuid references cities,
  name text not null,
  custom_uri text not null,
  community_type text not null check (community_type in ('Neighborhood', 'Residence', 'Building', 'District', 'Camping', 'Organization')),
  is_private boolean not null default false,
  register_key_hash text,
  description text,
  description_en text,
  default_lang text not null default 'fr' check (default_lang in ('en', 'fr')),
  timezone text not null default 'Europe/Paris',
  logo_id uuid references media,
  address text,
  zip_code text,
  city text,
  phone text,
  fax text,
  mail text,
  web_site_url text,
  longitude double precision,
  latitude double precision,
  accept_posts boolean not null default true,
  gooddeal boolean not null default true,
  weather boolean not null default true,
  subscribe boolean not null default true,
  is_default boolean not null default false,
  slides jsonb not null default '[]',
  templates_updated_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create unique index communities_custom_uri on communities (lower(custom_uri));
create unique index communities_default on communities (is_default) where is_default;

-- Who sees what is put on a channel. A channel of an organisation has no community.
create table channels (
  id uuid primary key,
  community_id uuid references communities,
  organization_id uuid references organizations,
  channel_type text not null check (channel_type in ('TemplateChannel', 'ShareChannel', 'NeighborhoodEventChannel', 'OrganizationTemplateChannel', 'OrganizationEventChannel')),
  check ((community_id is null) <> (organization_id is null))
);

create table community_channels (
  community_id uuid not null references communities,
  channel_id uuid not null references channels,
  primary key (community_id, channel_id)
);

create table places (
  community_id uuid not null references communities,
  id uuid not null,
  kind text not null check (kind in ('location', 'equipment')),
  name text,
  name_en text,
  primary key (community_id, id)
);
