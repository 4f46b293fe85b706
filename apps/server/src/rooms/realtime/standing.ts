import type { Connection } from './connection.ts'

/** Whether its session still stands, looked at anew. */
export type StillStands = (connection: Connection) => Promise<boolean>

/** Those of them that may still be told something. */
export const findStanding = async (
  receivers: Iterable<Connection>,
  stillStands: StillStands,
): Promise<ReadonlySet<Connection>> => {
  const standing = new Set<Connection>()
  await Promise.all(
    Array.from(receivers, async connection => {
      if (await stillStands(connection)) standing.add(connection)
    }),
  )
  return standing
}
