import { isMember } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Connections } from './connections.ts'

/** Reconnecting within this time does not count as being away: a reload, or a change of network. */
const OFFLINE_AFTER_MS = 5000
/** Changes within this time are published together, as after a restart of the server. */
const TOGETHER_MS = 100

type Changes = Map<string, { name: 'user.online' | 'user.offline'; at: number }>

/** Publishes when a member comes with their first connection and has left with their last. Guests are not published. */
export const createPresenceWatch = ({ bus, background, clock, presence }: Platform, connections: Connections) => {
  const leaving = new Map<string, () => void>()
  const untold = new Map<string, Changes>()

  const tellTogether = (communityId: string, end: () => void) => {
    const changes = [...(untold.get(communityId) ?? [])]
    untold.delete(communityId)
    for (const name of ['user.offline', 'user.online'] as const) {
      const people = changes.flatMap(([userId, change]) => (change.name === name ? { userId, at: change.at } : []))
      if (people.length > 0) bus.announce(name, { communityId, people })
    }
    end()
  }

  const note = (name: 'user.online' | 'user.offline', { userId, communityId }: Actor) => {
    const changes: Changes = untold.get(communityId) ?? new Map()
    if (!untold.has(communityId))
      setTimeout(tellTogether, background.pause(TOGETHER_MS), communityId, background.begin()).unref()
    untold.set(communityId, changes)
    // Two opposite changes cancel out before anybody was told.
    if (changes.has(userId)) changes.delete(userId)
    else changes.set(userId, { name, at: clock.now().getTime() })
  }

  const leave = (actor: Actor) => {
    leaving.delete(actor.userId)
    presence.leave(actor.userId)
    note('user.offline', actor)
  }

  return {
    cameIn(actor: Actor) {
      const { userId, communityId, role } = actor
      if (!isMember(role)) return
      leaving.get(userId)?.()
      leaving.delete(userId)
      if (presence.isOnline(userId)) return
      presence.arrive(userId, communityId)
      note('user.online', actor)
    },
    wentOut(actor: Actor) {
      if (!isMember(actor.role) || connections.ofUser(actor.userId).size > 0) return
      leaving.get(actor.userId)?.()
      leaving.set(
        actor.userId,
        background.later(OFFLINE_AFTER_MS, () => leave(actor)),
      )
    },
    /** Shutdown: nobody is online any more, and nothing is published. */
    stop() {
      untold.clear()
      for (const [userId, callOff] of leaving) {
        callOff()
        presence.leave(userId)
      }
    },
  }
}
