import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

// Loaded before a server and its child processes: kills PostgreSQL once, just before a statement that contains
// `KILL_POSTGRES_AT` is sent.
const statementText = process.env.KILL_POSTGRES_AT!
let isKilled = false
const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [statement, parameters] = args as [string | { text: string; values?: unknown }, unknown]
  const { text, values = parameters } = typeof statement === 'string' ? { text: statement } : statement
  if (!isKilled && `${text} ${JSON.stringify(values)}`.includes(statementText)) {
    isKilled = true
    process.kill(
      Number(readFileSync(join(process.env.DATA_DIR!, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    )
  }
  return query.apply(this, args)
} as never
