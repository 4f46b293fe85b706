-- What an event is found by, from its words and from those of its author: made from texts that are at hand where a post is published,
-- and from the rows that hold them where they are not.
create function event_document(french text, english text, names text) returns tsvector language sql immutable parallel safe
  return (
    select to_tsvector('pg_catalog.french', words.french) || to_tsvector('pg_catalog.english', words.english)
        || to_tsvector('pg_catalog.simple', concat_ws(' ', words.french, words.english, words.names))
    from (select plain_words(french) as french, plain_words(english) as english, plain_words(names) as names offset 0) words
  );

-- The first letter of a last name, as others see it; null without one.
create function initial_of(lastname text) returns text language sql immutable parallel safe
  return nullif(upper(left(normalize(btrim(lastname)), 1)), '');

create or replace function event_search(e events) returns tsvector language sql stable parallel safe
  return (
    select event_document(
      concat_ws(' ', e.title, e.description, e.post_description, p.name, t.name),
      concat_ws(' ', e.title_en, e.description_en, e.post_description_en, p.name_en, t.name_en),
      concat_ws(' ', u.firstname, initial_of(u.lastname), u.pseudo, u.company))
    from users u
    left join places p on p.community_id = e.community_id and p.id = e.place_id
    left join templates t on t.id = e.template_id
    where u.community_id = e.community_id and u.id = e.user_id
  );

-- The key to the author already holds the community: asking for both locks one row more with every post.
alter table events drop constraint events_community_id_fkey;
