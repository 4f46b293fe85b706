import pg from 'pg'
import './shifted-clock.ts'

// A planted fault, loaded before a server whose clock may be wrong: the server does not read the id of the newest post,
// although the ids of new posts must sort after that id.
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
const hideNewest = (text: string) => text.replace(/(order by newest\.id desc\s+limit) 1\b/, '$1 0')
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [statement, ...rest] = args as [string | { text: string }, ...unknown[]]
  if (typeof statement === 'string') return query.call(this, hideNewest(statement), ...rest)
  if (statement.text) statement.text = hideNewest(statement.text)
  return query.call(this, statement, ...rest)
} as never
