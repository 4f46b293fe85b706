-- What a team adds to the catalogue, and what a template says besides its words.
alter table templates
  add column photo_id uuid references media,
  add column youtube_video_id text,
  -- Where it is published unless its author says otherwise; null is the usual one of its type.
  add column channel_type text check (channel_type in ('TemplateChannel', 'ShareChannel', 'NeighborhoodEventChannel', 'OrganizationTemplateChannel', 'OrganizationEventChannel')),
  add column accept_notif boolean not null default true,
  -- The kinds of community that the catalogue offers it to; null is all of them.
  add column community_types text[],
  -- Offered no more; what was published from it still names it.
  add column removed_at timestamptz,
  add column tmp_id text,
  add foreign key (community_id, user_id) references users (community_id, id) on delete set null (user_id);
create unique index templates_sent on templates (community_id, user_id, tmp_id);
create index templates_community on templates (community_id);
create index templates_photo on templates (photo_id) where photo_id is not null;
create index template_categories_community on template_categories (community_id);

-- What a good deal invites to: the template by which it is published, and what there is to choose.
alter table deals
  add column template_id uuid references templates,
  add column choices jsonb not null default '[]';

-- Where an author stays while the post says "at my place".
alter table events
  add column location_id uuid,
  add foreign key (community_id, location_id) references places (community_id, id);
-- What was published from a template is written anew when its name changes.
create index events_template on events (template_id, id) where template_id is not null;

-- Installations that have the catalogue get what good deals invite to; new ones begin with it.
with category as (
  insert into template_categories (id, name, name_en, picto, hue, position)
  select gen_random_uuid(), 'Bons plans', 'Good deals', 'ticket', 'share', 100
  where exists (select from template_categories where community_id is null)
  returning id
), template as (
  insert into templates (id, category_id, type, name, name_en, title, title_en, description, description_en, picto, position)
  select gen_random_uuid(), id, 'GooddealActivity', 'On y va ensemble', 'Going together', 'Qui vient avec moi ?', 'Who comes with me?',
    'J’y vais bientôt : à plusieurs, c’est plus agréable.', 'I am going soon: it is more fun with company.', 'ticket', 0
  from category returning id
)
update deals set template_id = template.id from template
where activity_description is not null or activity_description_en is not null;
