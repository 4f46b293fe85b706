-- Good deals are written by who offers them: what an administrator says of one, when it is shown, and who has looked.
alter table deals
  add column map_photo_id uuid references media,
  -- The days that it is shown, by the clocks of its community, and the moments at which they begin and are over.
  add column starts_on date,
  add column ends_on date,
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  -- Shown to the communities near it too.
  add column nearby boolean not null default true,
  add column refused_at timestamptz,
  add column refusal text,
  add column tmp_id text,
  add column version int not null default 1,
  -- People, each counted once.
  add column seen_count int not null default 0,
  add column routes_count int not null default 0,
  -- Whether the lists have it, and when that has to be looked at again.
  add column listed boolean not null default false,
  add column due_at timestamptz,
  add check (approved_at is null or refused_at is null);

create unique index deals_sent on deals (community_id, user_id, tmp_id);
create index deals_due on deals (due_at) where due_at is not null;
create index deals_kept on deals (community_id, id desc);
create index deals_own on deals (community_id, user_id, id desc);
create index deals_waiting on deals (community_id, id desc) where approved_at is null and refused_at is null;
create index deals_place on deals (latitude, longitude);
create index deals_photo on deals (photo_id) where photo_id is not null;
create index deals_map_photo on deals (map_photo_id) where map_photo_id is not null;

-- What a list is narrowed by stands beside the community, so that a page of it is read from one index.
alter table community_deals
  add column category_id uuid references deal_categories,
  add column listed boolean not null default false;
create index community_deals_of on community_deals (deal_id);

update deals set listed = true from communities home
where home.id = deals.community_id and home.gooddeal and deals.approved_at is not null;
update community_deals shown set category_id = deals.category_id, listed = deals.listed
from deals where deals.id = shown.deal_id;
alter table community_deals alter column category_id set not null;
create index community_deals_listed on community_deals (community_id, deal_id desc) where listed;
create index community_deals_category on community_deals (community_id, category_id, deal_id desc) where listed;

-- Whose deals are shown at once: an administrator has said yes to one of theirs.
create table deal_authors (
  community_id uuid not null,
  user_id uuid not null,
  approved_at timestamptz not null default now(),
  primary key (community_id, user_id),
  foreign key (community_id, user_id) references users (community_id, id) on delete cascade
);
insert into deal_authors (community_id, user_id, approved_at)
select community_id, user_id, min(approved_at) from deals where approved_at is not null group by community_id, user_id;

-- Who has opened a deal, and who has started the route to it.
create table deal_reads (
  deal_id uuid not null references deals on delete cascade,
  kind text not null check (kind in ('seen', 'route')),
  account_id uuid not null references accounts on delete cascade,
  primary key (deal_id, kind, account_id)
);
create index deal_reads_of on deal_reads (account_id);

-- Where a community was, and whether it had good deals, when it was last looked at which deals reach it.
create table deal_reaches (
  community_id uuid primary key references communities on delete cascade,
  gooddeal boolean not null,
  longitude double precision,
  latitude double precision
);

-- What was published from a deal stays when the deal is removed.
alter table events
  drop constraint events_deal_id_fkey,
  add constraint events_deal_id_fkey foreign key (deal_id) references deals on delete set null;
create index events_deal on events (deal_id) where deal_id is not null;
