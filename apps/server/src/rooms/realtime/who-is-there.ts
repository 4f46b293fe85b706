import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Connections } from './connections.ts'

/** Somebody who comes back within this time was not away: a reload, or a change of network. */
const OFFLINE_AFTER_MS = 5000

/** Tells when a member comes with their first screen, and when they have gone with their last. Guests come and go unseen. */
export const createWhoIsThere = ({ bus, presence }: Platform, connections: Connections) => {
  const leaving = new Map<string, NodeJS.Timeout>()

  const leave = ({ userId, communityId }: Actor) => {
    leaving.delete(userId)
    presence.leave(userId)
    bus.announce('user.offline', { userId, communityId })
  }

  return {
    cameIn({ userId, communityId, role }: Actor) {
      if (role === 'guest') return
      clearTimeout(leaving.get(userId))
      leaving.delete(userId)
      if (presence.isOnline(userId)) return
      presence.arrive(userId)
      bus.announce('user.online', { userId, communityId })
    },
    wentOut(actor: Actor) {
      if (actor.role === 'guest' || connections.ofUser(actor.userId).size > 0) return
      clearTimeout(leaving.get(actor.userId))
      leaving.set(actor.userId, setTimeout(leave, OFFLINE_AFTER_MS, actor).unref())
    },
    /** The server stops: nobody is there any more, and nobody is left to be told. */
    stop() {
      for (const [userId, timer] of leaving) {
        clearTimeout(timer)
        presence.leave(userId)
      }
    },
  }
}
