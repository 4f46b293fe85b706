-- Who would like a community of their own asks the webmasters; what is asked is kept until it has been read, see the sweep of the room.
create table community_requests (
  id uuid primary key,
  name text not null,
  community_type text not null check (community_type in ('Neighborhood', 'Residence', 'Building', 'District', 'Camping', 'Organization')),
  town text,
  email text not null,
  message text,
  created_at timestamptz not null default now()
);
