-- A town is found as people write it: by its name with Saint and Sainte spelled out, with or without its article, by its postcodes and
-- department, and by what else it is called (a former commune, its name in another language). Each is a row that one index finds by its
-- beginning; `label` says what it is where it is not the name itself. The rows follow from the town, whoever writes it.
alter table cities add column postcodes text[] not null default '{}';
alter table cities add column other_names text[] not null default '{}';

create function spelled_out(words text) returns text language sql immutable parallel safe
  return regexp_replace(regexp_replace(words, '\mst\M', 'saint', 'g'), '\mste\M', 'sainte', 'g');

create table city_names (
  city_id uuid not null references cities on delete cascade,
  words text collate "C" not null,
  label text,
  primary key (city_id, words)
);
create index city_names_by_words on city_names (words);

create function index_city_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from city_names n using changed where n.city_id = changed.id;
  end if;
  insert into city_names (city_id, words, label)
    with named as (
      select id, spelled_out(search_name) as words, null as label from changed
      union all
      select id, spelled_out(search_name(other)), other from changed, unnest(other_names) as other
    )
    select distinct on (id, words) id, words, label from (
      select * from named
      union all
      select id, regexp_replace(words, '^(le|la|les|l) ', ''), label from named
      union all
      select id, postcode, postcode from changed, unnest(postcodes) as postcode
      union all
      -- the first digits of a postcode are those of its department; not in Corsica, and not of some communes at a border
      select id, lower(number), number from changed, substring(code from '^(?:97\d|2[AB]|\d\d)') as number
        where not exists (select from unnest(postcodes) as postcode where starts_with(postcode, number))
    ) spellings
    where words <> ''
    order by id, words, label nulls first;
  return null;
end $$;
create trigger cities_named after insert on cities referencing new table as changed for each statement execute function index_city_names();
create trigger cities_renamed after update on cities referencing new table as changed for each statement execute function index_city_names();
update cities set name = name;

-- A community too is found with Saint spelled out, and by its postcode.
alter table communities drop column search_words;
alter table communities add column search_words text collate "C" not null
  generated always as (spelled_out(search_name(name || ' ' || coalesce(city, '') || ' ' || coalesce(zip_code, '')))) stored;
