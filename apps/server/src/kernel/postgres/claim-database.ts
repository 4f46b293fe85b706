import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { DbOptions } from './db.ts'
import { advisoryLocks } from './advisory-locks.ts'

const HEARTBEAT_MS = 10_000
/** After two missed heartbeats a server counts as dead even if its connection is open: its machine may have died. */
const DEAD_AFTER_S = 25
const WAIT_MS = 30_000
const RETRY_MS = 250
/** The time that a server that only lost its connection has to acquire its lock again. */
const RECONNECT_GRACE_MS = 1000
const CONNECT_MS = 5000

/** This table is created before the migrations, which must wait until the previous server has stopped. */
const createTable = `create table if not exists servers (
  one boolean primary key default true check (one),
  id uuid not null,
  name text not null,
  version text not null,
  seen_at timestamptz not null default now()
)`

export interface Claim {
  isLost(): boolean
  release(): Promise<void>
}

export interface ClaimOptions {
  connection: DbOptions['connection']
  name: string
  version: string
  /** False behind a pooler, where session locks do not work, so that only the heartbeat counts. */
  hasOwnConnection: boolean
  log(line: string): void
  onLost(by: string): void
  waitMs?: number
  heartbeatMs?: number
}

const connect = async (connection: DbOptions['connection']) => {
  const client = new pg.Client({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Makes this server the only one of a database. Waits 30 s for another to stop, then throws an error that names it. */
export const claimDatabase = async ({
  connection,
  name,
  version,
  hasOwnConnection,
  log,
  onLost,
  waitMs = WAIT_MS,
  heartbeatMs = HEARTBEAT_MS,
}: ClaimOptions): Promise<Claim> => {
  const id = randomUUID()
  let client = await connect(connection)
  let holdsLock = false

  const tryLock = async () => {
    if (holdsLock || !hasOwnConnection) return holdsLock
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      advisoryLocks.server,
    ])
    holdsLock = rows[0]!.mine
    return holdsLock
  }
  const unlock = async () => {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.server])
    holdsLock = false
  }
  const insert = async (lastSeenAt: string | null = null) => {
    const { rowCount } = await client.query(
      `insert into servers (id, name, version) values ($1, $2, $3)
       on conflict (one) do update set id = excluded.id, name = excluded.name, version = excluded.version, seen_at = now()
       where servers.seen_at = $5 or servers.seen_at < now() - make_interval(secs => $4)`,
      [id, name, version, DEAD_AFTER_S, lastSeenAt],
    )
    return rowCount === 1
  }
  const tryClaim = async () => {
    const isFree = await tryLock()
    if (await insert()) return true
    if (!isFree) return false
    // A recent row without a lock: the server has crashed, or it is reconnecting and will renew its row.
    const lastSeenAt = (await readOwner())?.seenAt
    await unlock()
    await wait(RECONNECT_GRACE_MS)
    if (await insert((await tryLock()) ? lastSeenAt : null)) return true
    if (holdsLock) await unlock()
    return false
  }
  const readOwner = async () => {
    const { rows } = await client.query<{ name: string; version: string; seconds: number; seenAt: string }>(
      'select name, version, extract(epoch from now() - seen_at)::int as seconds, seen_at::text as "seenAt" from servers',
    )
    return rows[0]
  }

  try {
    await client.query(`begin; select pg_advisory_xact_lock(${advisoryLocks.migration}); ${createTable}; commit`)
    const deadline = Date.now() + waitMs
    for (let isLogged = false; !(await tryClaim()); await wait(RETRY_MS)) {
      const other = await readOwner()
      if (other && !isLogged) log(`Waiting for another Parvis server to leave this database: ${other.name}`)
      isLogged = true
      if (Date.now() >= deadline)
        throw new Error(
          `Another Parvis server is using this database${other ? `: ${other.name}, version ${other.version}, last seen ${other.seconds} s ago` : ''}. One process serves a database: stop that one first, or set DATABASE_URL to another database.`,
        )
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }

  const stopped = new AbortController()
  let connected = new AbortController()
  const watch = () => {
    const one = new AbortController()
    connected = one
    client.once('end', () => one.abort())
  }
  watch()
  let lost = false
  const renew = async () => {
    const { rowCount } = await client.query('update servers set seen_at = now() where id = $1', [id])
    // PostgreSQL may release the lock of a dead machine later than its row expires.
    if (rowCount === 1) return void (await tryLock())
    lost = true
    onLost((await readOwner())?.name ?? 'another server')
    stopped.abort()
    await client.end()
  }
  const runHeartbeat = async () => {
    while (!stopped.signal.aborted) {
      try {
        // Without the lock this server looks dead to others, so after a reconnect it retries soon.
        const pauseMs = holdsLock || !hasOwnConnection ? heartbeatMs : RETRY_MS
        await wait(pauseMs, undefined, { ref: false, signal: AbortSignal.any([stopped.signal, connected.signal]) })
        await renew()
      } catch {
        if (stopped.signal.aborted) return
        await client.end().catch(() => {})
        await reconnect()
      }
    }
  }
  const reconnect = async () => {
    const since = performance.now()
    while (!stopped.signal.aborted) {
      try {
        client = await connect(connection)
        holdsLock = false
        watch()
        // The lock comes first, because it shows another starting server that this server lives.
        await tryLock()
        await renew()
        if (!lost)
          log(`The database was out of reach for ${((performance.now() - since) / 1000).toFixed(1)} s, and is back.`)
        return
      } catch {
        await wait(RETRY_MS, undefined, { ref: false })
      }
    }
  }
  void runHeartbeat()

  return {
    isLost: () => lost,
    async release() {
      if (stopped.signal.aborted) return
      stopped.abort()
      await client.query('delete from servers where id = $1', [id]).catch(() => {})
      await client.end().catch(() => {})
    },
  }
}
