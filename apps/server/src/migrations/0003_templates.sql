-- A category belongs to a community, or to the whole installation when it names none.
create table template_categories (
  id uuid primary key,
  community_id uuid references communities,
  name text,
  name_en text,
  picto text not null,
  hue text not null,
  position int not null
);

create table templates (
  id uuid primary key,
  community_id uuid references communities,
  category_id uuid not null references template_categories,
  user_id uuid,
  type text not null check (type in ('Activity', 'Proposal', 'Template', 'GooddealActivity')),
  subtype text,
  name text,
  name_en text,
  title text,
  title_en text,
  description text,
  description_en text,
  post_description text,
  post_description_en text,
  picto text not null,
  choices jsonb not null default '[]',
  position int not null,
  updated_at timestamptz not null default now()
);
create index templates_category on templates (category_id, position);
