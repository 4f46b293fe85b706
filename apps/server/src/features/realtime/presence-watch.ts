import { isMember } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Connections } from './connections.ts'

/** Somebody who comes back within this time was not away: a reload, or a change of network. */
const OFFLINE_AFTER_MS = 5000
/** Those who come or go within this time are told of together: after a restart of the server everybody does. */
const TOGETHER_MS = 100

/** What is to be told of the people of one community: when each came or went. */
type Changes = Map<string, { name: 'user.online' | 'user.offline'; at: number }>

/**
 * Tells when a member comes with their first screen, and when they have gone with their last. Guests come and go
 * unseen.
 */
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
    // Nobody has heard of the one, so nobody needs to hear of the other.
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
    /** The server stops: nobody is there any more, and nobody is left to be told. */
    stop() {
      untold.clear()
      for (const [userId, callOff] of leaving) {
        callOff()
        presence.leave(userId)
      }
    },
  }
}
