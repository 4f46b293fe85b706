import { isMember } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { coalesce } from '#server/kernel/coalesce.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Connections } from './connections.ts'

/** A member who reconnects within this time, as after a reload or a change of network, does not go offline. */
const OFFLINE_AFTER_MS = 5000
/** Changes within this time are published together, as after a restart of the server. */
const COALESCE_MS = 100

type Changes = Map<string, { name: 'user.online' | 'user.offline'; at: number }>

/**
 * Publishes when a member comes online (with the first connection) or goes offline (some time after the last connection
 * has closed), but not for guests.
 */
export const createPresenceWatch = ({ bus, background, clock, presence }: Platform, connections: Connections) => {
  const leaving = new Map<string, () => void>()
  const unpublished = new Map<string, Changes>()

  const publishChanges = (communityId: string) => {
    const changes = [...(unpublished.get(communityId) ?? [])]
    unpublished.delete(communityId)
    for (const name of ['user.offline', 'user.online'] as const) {
      const people = changes.flatMap(([userId, change]) => (change.name === name ? { userId, at: change.at } : []))
      if (people.length > 0) bus.publish(name, { communityId, people })
    }
  }
  const changed = coalesce<string>({
    background,
    firstAfterMs: COALESCE_MS,
    write: async communityIds => communityIds.forEach(publishChanges),
  })

  const recordChange = (name: 'user.online' | 'user.offline', { userId, communityId }: Actor) => {
    const changes: Changes = unpublished.get(communityId) ?? new Map()
    changed.add(communityId)
    unpublished.set(communityId, changes)
    // Two opposite changes cancel out, because the first is not published yet.
    if (changes.has(userId)) changes.delete(userId)
    else changes.set(userId, { name, at: clock.now().getTime() })
  }

  const recordOffline = (actor: Actor) => {
    leaving.delete(actor.userId)
    presence.markOffline(actor.userId)
    recordChange('user.offline', actor)
  }

  return {
    connected(actor: Actor) {
      const { userId, communityId, role } = actor
      if (!isMember(role)) return
      leaving.get(userId)?.()
      leaving.delete(userId)
      if (presence.isOnline(userId)) return
      presence.markOnline(userId, communityId)
      recordChange('user.online', actor)
    },
    disconnected(actor: Actor) {
      if (!isMember(actor.role) || connections.ofUser(actor.userId).size > 0) return
      leaving.get(actor.userId)?.()
      leaving.set(
        actor.userId,
        background.schedule(OFFLINE_AFTER_MS, () => recordOffline(actor)),
      )
    },
    stop() {
      unpublished.clear()
      for (const [userId, cancel] of leaving) {
        cancel()
        presence.markOffline(userId)
      }
    },
  }
}
