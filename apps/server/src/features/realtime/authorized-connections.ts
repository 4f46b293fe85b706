import type { Connection } from './connection.ts'

/** Loads the session of a connection again, and returns whether the connection may still receive live events. */
export type AuthorizationCheck = (connection: Connection) => Promise<boolean>

export const findAuthorized = async (
  receivers: Iterable<Connection>,
  stillAuthorized: AuthorizationCheck,
): Promise<ReadonlySet<Connection>> => {
  const authorized = new Set<Connection>()
  await Promise.all(
    Array.from(receivers, async connection => {
      if (await stillAuthorized(connection)) authorized.add(connection)
    }),
  )
  return authorized
}
