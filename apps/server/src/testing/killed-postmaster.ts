import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

// Loaded before a server and its child processes: kills PostgreSQL once, just before a statement that contains
// `KILL_POSTGRES_AT` is sent.
const words = process.env.KILL_POSTGRES_AT!
let isOver = false
const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [statement, besides] = given as [string | { text: string; values?: unknown }, unknown]
  const { text, values = besides } = typeof statement === 'string' ? { text: statement } : statement
  if (!isOver && `${text} ${JSON.stringify(values)}`.includes(words)) {
    isOver = true
    process.kill(
      Number(readFileSync(join(process.env.DATA_DIR!, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    )
  }
  return query.apply(this, given)
} as never
