import type { Actor } from '#server/kernel/actor.ts'
import type { Connection } from './connection.ts'

const createIndex = () => {
  const groups = new Map<string, Set<Connection>>()
  return {
    of: (key: string): ReadonlySet<Connection> => groups.get(key) ?? new Set(),
    add(key: string, connection: Connection) {
      groups.set(key, (groups.get(key) ?? new Set()).add(connection))
    },
    remove(key: string, connection: Connection) {
      const group = groups.get(key)
      group?.delete(connection)
      if (group?.size === 0) groups.delete(key)
    },
  }
}

export interface Connections {
  all: ReadonlySet<Connection>
  ofUser(userId: string): ReadonlySet<Connection>
  ofAccount(accountId: string): ReadonlySet<Connection>
  ofCommunity(communityId: string): ReadonlySet<Connection>
  subscribersOf(channelIds: readonly string[]): ReadonlySet<Connection>
  add(connection: Connection): void
  remove(connection: Connection): boolean
  refresh(connection: Connection, actor: Actor): void
}

export const createConnections = (): Connections => {
  const all = new Set<Connection>()
  const [users, accounts, communities, channels] = [createIndex(), createIndex(), createIndex(), createIndex()]
  const isSame = (a: readonly string[], b: readonly string[]) => a === b || a.join() === b.join()
  return {
    all,
    ofUser: users.of,
    ofAccount: accounts.of,
    ofCommunity: communities.of,
    subscribersOf(channelIds) {
      const [first] = channelIds
      if (channelIds.length === 1) return channels.of(first!)
      return new Set(channelIds.flatMap(id => [...channels.of(id)]))
    },
    add(connection) {
      const { actor } = connection
      all.add(connection)
      users.add(actor.userId, connection)
      accounts.add(actor.accountId, connection)
      communities.add(actor.communityId, connection)
      for (const id of actor.channelIds) channels.add(id, connection)
    },
    remove(connection) {
      const { actor } = connection
      users.remove(actor.userId, connection)
      accounts.remove(actor.accountId, connection)
      communities.remove(actor.communityId, connection)
      for (const id of actor.channelIds) channels.remove(id, connection)
      return all.delete(connection)
    },
    refresh(connection, actor) {
      const previous = connection.actor
      if (!all.has(connection) || previous === actor) return
      connection.actor = actor
      if (isSame(previous.channelIds, actor.channelIds)) return
      for (const id of previous.channelIds) channels.remove(id, connection)
      for (const id of actor.channelIds) channels.add(id, connection)
    },
  }
}
