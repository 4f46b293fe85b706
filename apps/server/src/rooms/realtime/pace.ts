import { TOLD_EVERY_MS } from '@parvis/contract/limits.ts'
import type { Announcement } from './messages.ts'

/** The later of two that say the same, for whoever was to be told of either: what is told is read when it is told. */
const merge = (earlier: Announcement, later: Announcement): Announcement => {
  const channelIds = [...new Set([...earlier.message.channelIds, ...later.message.channelIds])]
  return { ...later, message: { ...later.message, channelIds } } as Announcement
}

const saysTheSame = (one: Announcement, other: Announcement) =>
  one.name === other.name &&
  (one.name !== 'event.answered' || other.name !== 'event.answered' || one.message.userId === other.message.userId)

/**
 * Tells of one event at most once in `TOLD_EVERY_MS`: the first at once, what follows together when the time has passed, so that
 * the last state is always told. A deletion waits for nothing.
 */
export const createPace = (announce: (announcement: Announcement) => void) => {
  /** Events that were told of a moment ago, and what has happened to them since. */
  const recent = new Map<string, { held: Announcement[]; timer: NodeJS.Timeout }>()

  const rest = (eventId: string): void => {
    recent.set(eventId, { held: [], timer: setTimeout(resume, TOLD_EVERY_MS, eventId).unref() })
  }
  const resume = (eventId: string): void => {
    const held = recent.get(eventId)?.held ?? []
    recent.delete(eventId)
    if (held.length > 0) rest(eventId)
    for (const announcement of held) announce(announcement)
  }

  return {
    announce(announcement: Announcement): void {
      const { eventId } = announcement.message
      const known = recent.get(eventId)
      if (announcement.name === 'event.deleted') {
        clearTimeout(known?.timer)
        recent.delete(eventId)
        // Whoever was still to hear that it has moved away hears that it is gone.
        return announce((known?.held ?? []).reduce((last, held) => merge(held, last), announcement))
      }
      if (!known) {
        rest(eventId)
        return announce(announcement)
      }
      const same = known.held.findIndex(held => saysTheSame(held, announcement))
      if (same === -1) known.held.push(announcement)
      else known.held[same] = merge(known.held[same]!, announcement)
    },
    stop(): void {
      for (const { timer } of recent.values()) clearTimeout(timer)
      recent.clear()
    },
  }
}
