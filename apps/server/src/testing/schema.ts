import { sql } from 'kysely'
import type { Db } from '../kernel/postgres/db.ts'

export interface SchemaTable {
  name: string
  comment: string | null
  columns: { name: string; type: string; comment: string | null }[]
  /** Constraints, then the indexes that belong to none, as SQL. */
  keys: string[]
  /** The tables that its foreign keys reference. */
  referenced: string[]
}

/** The tables of a migrated database, with comments and keys. */
export const readSchema = async (db: Db): Promise<SchemaTable[]> => {
  const { rows } = await sql<SchemaTable>`
    select t.relname as name, obj_description(t.oid) as comment,
      (select json_agg(json_build_object('name', a.attname, 'comment', col_description(t.oid, a.attnum), 'type', concat(
          format_type(a.atttypid, a.atttypmod), case when not a.attnotnull then ', null' end,
          ', default ' || pg_get_expr(d.adbin, d.adrelid))) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped) as columns,
      array((select pg_get_constraintdef(c.oid) from pg_constraint c where c.conrelid = t.oid and c.contype <> 'n'
        order by c.contype <> 'p', 1)) || array((select regexp_replace(pg_get_indexdef(i.indexrelid), ' ON .* USING btree', '')
        from pg_index i where i.indrelid = t.oid and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = t.oid)
        order by 1)) as keys,
      array(select distinct c.confrelid::regclass::text from pg_constraint c where c.conrelid = t.oid and c.contype = 'f'
        order by 1) as referenced
    from pg_class t where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace
      and t.relname not in ('migrations', 'servers')
    order by t.relname`.execute(db)
  return rows
}
