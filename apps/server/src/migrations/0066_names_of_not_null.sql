-- From 18 on PostgreSQL gives "not null" a name. In a table that was renamed it still bears the former one, unless the database
-- came from a dump of an older PostgreSQL: it is named after its table everywhere.
do $$
declare
  one record;
begin
  for one in
    select r.oid::regclass as of_table, c.conname as former, format('%s_%s_not_null', r.relname, a.attname) as name
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'n' and c.connamespace = 'public'::regnamespace
  loop
    if one.former <> one.name and length(one.name) < 64 then
      execute format('alter table %s rename constraint %I to %I', one.of_table, one.former, one.name);
    end if;
  end loop;
end $$;
