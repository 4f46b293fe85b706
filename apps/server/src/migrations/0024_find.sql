-- Towns: `code` names one of the list that an installation begins with, those elsewhere are told by country in both languages, and
-- where nobody has the coordinates they are those of the surroundings.
alter table cities add column code text unique;
alter table cities add column department_en text;
alter table cities add column approximate boolean not null default false;

-- A name as it is searched: small letters without accents and marks. By bytes, so that one index finds prefixes and gives the order.
create function search_name(name text) returns text language sql immutable parallel safe
  return btrim(lower(plain_words(name)));

alter table cities add column search_name text collate "C" not null generated always as (search_name(name)) stored;
create index cities_by_name on cities (search_name, id);
create index communities_by_city on communities (city_id);

-- A community is found by the words of its name and of its town.
alter table communities add column search_words text collate "C" not null
  generated always as (search_name(name || ' ' || coalesce(city, ''))) stored;

-- What orders places by how far they are along a great circle: half the square of the chord between them, from 0 to 2. Two points
-- are as far from each other as `distanceKm` of the contract says, in the same order.
create function remoteness(longitude double precision, latitude double precision, from_longitude double precision, from_latitude double precision)
  returns double precision language sql immutable parallel safe
  return 1 - sind(latitude) * sind(from_latitude) - cosd(latitude) * cosd(from_latitude) * cosd(longitude - from_longitude);
