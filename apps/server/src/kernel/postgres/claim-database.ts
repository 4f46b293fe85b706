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
/** A server that has only lost its connection has this time to acquire its lock again. */
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
  onLost(newOwner: string): void
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

interface ServerConnection extends Pick<ClaimOptions, 'connection' | 'name' | 'version' | 'hasOwnConnection'> {
  id: string
  client: pg.Client
  holdsLock: boolean
}

const tryLock = async (server: ServerConnection): Promise<boolean> => {
  if (server.holdsLock || !server.hasOwnConnection) return server.holdsLock
  const { rows } = await server.client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    advisoryLocks.server,
  ])
  server.holdsLock = rows[0]!.mine
  return server.holdsLock
}

const unlock = async (server: ServerConnection) => {
  await server.client.query('select pg_advisory_unlock($1)', [advisoryLocks.server])
  server.holdsLock = false
}

const insertServer = async ({ client, id, name, version }: ServerConnection, lastSeenAt: string | null = null) => {
  const { rowCount } = await client.query(
    `insert into servers (id, name, version) values ($1, $2, $3)
     on conflict (one) do update set id = excluded.id, name = excluded.name, version = excluded.version, seen_at = now()
     where servers.seen_at = $5 or servers.seen_at < now() - make_interval(secs => $4)`,
    [id, name, version, DEAD_AFTER_S, lastSeenAt],
  )
  return rowCount === 1
}

const readOwner = async ({ client }: ServerConnection) => {
  const { rows } = await client.query<{ name: string; version: string; seconds: number; seenAt: string }>(
    'select name, version, extract(epoch from now() - seen_at)::int as seconds, seen_at::text as "seenAt" from servers',
  )
  return rows[0]
}

const tryClaim = async (server: ServerConnection): Promise<boolean> => {
  const isFree = await tryLock(server)
  if (await insertServer(server)) return true
  if (!isFree) return false
  // The row is recent, but the lock is free: its server has crashed, or is reconnecting and will renew its row.
  const lastSeenAt = (await readOwner(server))?.seenAt
  await unlock(server)
  await wait(RECONNECT_GRACE_MS)
  if (await insertServer(server, (await tryLock(server)) ? lastSeenAt : null)) return true
  if (server.holdsLock) await unlock(server)
  return false
}

const waitForClaim = async (server: ServerConnection, log: ClaimOptions['log'], waitMs: number) => {
  await server.client.query(`begin; select pg_advisory_xact_lock(${advisoryLocks.migration}); ${createTable}; commit`)
  const deadline = Date.now() + waitMs
  for (let isLogged = false; !(await tryClaim(server)); await wait(RETRY_MS)) {
    const other = await readOwner(server)
    if (other && !isLogged) log(`Waiting for another Parvis server to leave this database: ${other.name}`)
    isLogged = true
    if (Date.now() >= deadline)
      throw new Error(
        `Another Parvis server is using this database${other ? `: ${other.name}, version ${other.version}, last seen ${other.seconds} s ago` : ''}. One process serves a database: stop that one first, or set DATABASE_URL to another database.`,
      )
  }
}

interface Heartbeat extends Required<Pick<ClaimOptions, 'log' | 'onLost' | 'heartbeatMs'>> {
  server: ServerConnection
  stopped: AbortController
  disconnected: AbortController
  isLost: boolean
}

const watchConnection = (heartbeat: Heartbeat) => {
  const disconnected = new AbortController()
  heartbeat.disconnected = disconnected
  heartbeat.server.client.once('end', () => disconnected.abort())
}

const renewServerRow = async (heartbeat: Heartbeat): Promise<void> => {
  const { server } = heartbeat
  const { rowCount } = await server.client.query('update servers set seen_at = now() where id = $1', [server.id])
  // PostgreSQL may release the lock of a dead server after its row has expired, so each renewal tries to lock again.
  if (rowCount === 1) return void (await tryLock(server))
  heartbeat.isLost = true
  heartbeat.onLost((await readOwner(server))?.name ?? 'another server')
  heartbeat.stopped.abort()
  await server.client.end()
}

const reconnect = async (heartbeat: Heartbeat): Promise<void> => {
  const { server, stopped, log } = heartbeat
  const since = performance.now()
  while (!stopped.signal.aborted) {
    try {
      server.client = await connect(server.connection)
      server.holdsLock = false
      watchConnection(heartbeat)
      // The lock is acquired first, because it shows another starting server that this server is alive.
      await tryLock(server)
      await renewServerRow(heartbeat)
      if (!heartbeat.isLost)
        log(`The database was out of reach for ${((performance.now() - since) / 1000).toFixed(1)} s, and is back.`)
      return
    } catch {
      await wait(RETRY_MS, undefined, { ref: false })
    }
  }
}

const runHeartbeat = async (heartbeat: Heartbeat): Promise<void> => {
  const { server, stopped, heartbeatMs } = heartbeat
  while (!stopped.signal.aborted) {
    try {
      // Without the lock this server looks dead to other servers, so it soon tries again to acquire the lock.
      const pauseMs = server.holdsLock || !server.hasOwnConnection ? heartbeatMs : RETRY_MS
      const signal = AbortSignal.any([stopped.signal, heartbeat.disconnected.signal])
      await wait(pauseMs, undefined, { ref: false, signal })
      await renewServerRow(heartbeat)
    } catch {
      if (stopped.signal.aborted) return
      await server.client.end().catch(() => {})
      await reconnect(heartbeat)
    }
  }
}

/** Makes this server the only one on the database until `release`. Waits 30 s for another server, then throws. */
export const claimDatabase = async ({
  log,
  onLost,
  waitMs = WAIT_MS,
  heartbeatMs = HEARTBEAT_MS,
  ...options
}: ClaimOptions): Promise<Claim> => {
  const id = randomUUID()
  const server: ServerConnection = { ...options, id, client: await connect(options.connection), holdsLock: false }
  try {
    await waitForClaim(server, log, waitMs)
  } catch (error) {
    await server.client.end().catch(() => {})
    throw error
  }
  const stopped = new AbortController()
  const disconnected = new AbortController()
  const heartbeat: Heartbeat = { server, log, onLost, heartbeatMs, stopped, disconnected, isLost: false }
  watchConnection(heartbeat)
  void runHeartbeat(heartbeat)
  return {
    isLost: () => heartbeat.isLost,
    async release() {
      if (stopped.signal.aborted) return
      stopped.abort()
      await server.client.query('delete from servers where id = $1', [id]).catch(() => {})
      await server.client.end().catch(() => {})
    },
  }
}
