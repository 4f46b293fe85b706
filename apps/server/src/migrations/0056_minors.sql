-- Who is a minor of a community is asked for each guest, who is shown none of them.
create index users_birthdate on users (community_id, birthdate) where birthdate is not null;
