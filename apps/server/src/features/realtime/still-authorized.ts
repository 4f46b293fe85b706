import type { Connection } from './connection.ts'

/** Whether its session still stands, looked at anew. */
export type StillAuthorized = (connection: Connection) => Promise<boolean>

/** Those of them that may still be told something. */
export const findAuthorized = async (
  receivers: Iterable<Connection>,
  stillAuthorized: StillAuthorized,
): Promise<ReadonlySet<Connection>> => {
  const authorized = new Set<Connection>()
  await Promise.all(
    Array.from(receivers, async connection => {
      if (await stillAuthorized(connection)) authorized.add(connection)
    }),
  )
  return authorized
}
