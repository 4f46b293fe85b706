-- One or two letters begin half of all words: they are asked for as they stand.
create or replace function words_query(words text) returns tsquery language sql immutable parallel safe
  return (
    select coalesce(string_agg('(' || ((french || english) || to_tsquery('pg_catalog.simple', case when length(word) < 3 then word else word || ':*' end))::text || ')', ' & '), '')::tsquery
    from regexp_split_to_table(lower(trim(plain_words(words))), ' +') word
    cross join lateral (select to_tsquery('pg_catalog.french', word) as french, to_tsquery('pg_catalog.english', word) as english) stems
    where word <> '' and numnode(french) > 0 and numnode(english) > 0
  );
