import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import type { ClusterPaths } from './postgres-folder.ts'

const ANSWER_TIMEOUT_MS = 2000
const OWNER_RECONNECT_MS = 1000

const createClient = (socket: string): pg.Client => {
  const client = new pg.Client({
    host: socket,
    user: 'parvis',
    database: 'postgres',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', () => {})
  return client
}

const queryOnce = async <T extends pg.QueryResultRow>(socket: string, question: string): Promise<T | undefined> => {
  const client = createClient(socket)
  try {
    await client.connect()
    return (await client.query<T>(question)).rows[0]
  } finally {
    // Not awaited, because an unresponsive PostgreSQL does not confirm the end of the connection.
    void client.end().catch(() => {})
  }
}

export const isAnswering = (socketFolder: string): Promise<boolean> =>
  queryOnce(socketFolder, 'select 1').then(
    () => true,
    () => false,
  )

/** Whether the postmaster of this socket folder runs with the access rules of these paths. */
export const hasCurrentAccessRules = (socketFolder: string, { accessFile }: ClusterPaths): Promise<boolean> =>
  queryOnce<{ file: string }>(socketFolder, `select current_setting('hba_file') as file`).then(
    row => row?.file === accessFile,
    () => false,
  )

/**
 * Locks the data folder until the returned connection ends. Throws if another server holds the lock for `timeoutMs`.
 * With `wasRunning`, first waits a second, in which the previous owner can reconnect.
 */
export const acquireFolderOwnership = async (
  socketFolder: string,
  wasRunning: boolean,
  timeoutMs: number,
): Promise<pg.Client> => {
  if (wasRunning) await wait(OWNER_RECONNECT_MS)
  const client = createClient(socketFolder)
  await client.connect()
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await wait(100)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      advisoryLocks.dataFolder,
    ])
    if (rows[0]?.mine) return client
  }
  void client.end().catch(() => {})
  throw new Error(
    'Another Parvis server is already using this data folder. Stop it first, or set DATA_DIR to another folder.',
  )
}
