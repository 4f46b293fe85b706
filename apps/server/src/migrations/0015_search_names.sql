-- A post is found by its words, by who wrote it, where it is and from which template it was made. Names are not stemmed; of a
-- last name others see the initial alone. Those of places and templates are words of their language.
create function event_names(e events) returns tsvector language sql stable parallel safe
  return (
    select to_tsvector('pg_catalog.simple', plain_words(concat_ws(' ', u.firstname, left(u.lastname, 1), u.pseudo, u.company, p.name, p.name_en, t.name, t.name_en)))
        || to_tsvector('pg_catalog.french', plain_words(concat_ws(' ', p.name, t.name)))
        || to_tsvector('pg_catalog.english', plain_words(concat_ws(' ', p.name_en, t.name_en)))
    from users u
    left join places p on p.community_id = e.community_id and p.id = e.place_id
    left join templates t on t.id = e.template_id
    where u.community_id = e.community_id and u.id = e.user_id
  );

create function event_search(e events) returns tsvector language sql stable parallel safe
  return event_document(e) || coalesce(event_names(e), ''::tsvector);

update event_channels ec set document = event_search(e) from events e where e.community_id = ec.community_id and e.id = ec.event_id;

-- Who or what is renamed is found by the new name, whichever room renames it. A template's posts may be millions in all
-- communities: they keep the name that it had when they were published.
create function find_events_by_new_name() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    update event_channels ec set document = event_search(e) from events e
    where e.community_id = new.community_id and e.user_id = new.id and ec.community_id = e.community_id and ec.event_id = e.id;
  else
    update event_channels ec set document = event_search(e) from events e
    where e.community_id = new.community_id and e.place_id = new.id and ec.community_id = e.community_id and ec.event_id = e.id;
  end if;
  return null;
end $$;

create trigger users_renamed after update of firstname, lastname, pseudo, company on users for each row
  when ((old.firstname, left(old.lastname, 1), old.pseudo, old.company) is distinct from (new.firstname, left(new.lastname, 1), new.pseudo, new.company)) execute function find_events_by_new_name();
create trigger places_renamed after update of name, name_en on places for each row
  when ((old.name, old.name_en) is distinct from (new.name, new.name_en)) execute function find_events_by_new_name();
