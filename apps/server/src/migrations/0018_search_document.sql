-- The document of an event is made with every post and every change: each text is made plain once, and stemmed once a language.
create or replace function event_search(e events) returns tsvector language sql stable parallel safe
  return (
    select to_tsvector('pg_catalog.french', words.french) || to_tsvector('pg_catalog.english', words.english)
        || to_tsvector('pg_catalog.simple', concat_ws(' ', words.french, words.english, words.names))
    from (
      select plain_words(concat_ws(' ', e.title, e.description, e.post_description, p.name, t.name)) as french,
        plain_words(concat_ws(' ', e.title_en, e.description_en, e.post_description_en, p.name_en, t.name_en)) as english,
        plain_words(concat_ws(' ', u.firstname, left(u.lastname, 1), u.pseudo, u.company)) as names
      from users u
      left join places p on p.community_id = e.community_id and p.id = e.place_id
      left join templates t on t.id = e.template_id
      where u.community_id = e.community_id and u.id = e.user_id
      offset 0
    ) words
  );

drop function event_names(events);
drop function event_document(events);
