import type { Background } from '#server/kernel/background.ts'
import type { Announced } from './announced.ts'

/** Changes of one post are published to open screens at most this often. */
export const TOLD_EVERY_MS = 1_000

/** Combines two live events for the recipients of both; the content is read when it is delivered. */
const merge = (earlier: Announced, later: Announced): Announced => ({
  ...later,
  message: later.announcement.pacing?.merge(earlier.message, later.message) ?? later.message,
})

const isRepeated = (earlier: Announced, { announcement, message }: Announced) =>
  earlier.announcement === announcement && (announcement.pacing?.isRepeated?.(earlier.message, message) ?? true)

/**
 * Throttles live events per subject: the first is delivered at once, the following ones together after `THROTTLE_MS`,
 * so that the last state is always delivered. A final event, such as a deletion, is never delayed.
 */
export const createPace = (tell: (announced: Announced) => void, background: Background) => {
  const recent = new Map<string, { held: Announced[]; timer: NodeJS.Timeout; end: () => void }>()

  const rest = (subject: string): void => {
    const timer = setTimeout(resume, background.pause(TOLD_EVERY_MS), subject).unref()
    recent.set(subject, { held: [], timer, end: background.begin() })
  }
  const resume = (subject: string): void => {
    const { held = [], end } = recent.get(subject) ?? {}
    recent.delete(subject)
    if (held.length > 0) rest(subject)
    for (const announced of held) tell(announced)
    end?.()
  }

  return {
    announce(announced: Announced): void {
      const { pacing } = announced.announcement
      if (!pacing) return tell(announced)
      const subject = pacing.subject(announced.message)
      const known = recent.get(subject)
      if (pacing.isLast) {
        clearTimeout(known?.timer)
        recent.delete(subject)
        known?.end()
        // Everybody who was still to receive a change receives the final event instead.
        return tell((known?.held ?? []).reduce((last, held) => merge(held, last), announced))
      }
      if (!known) {
        rest(subject)
        return tell(announced)
      }
      const same = known.held.findIndex(held => isRepeated(held, announced))
      if (same === -1) known.held.push(announced)
      else known.held[same] = merge(known.held[same]!, announced)
    },
    stop(): void {
      for (const { timer, end } of recent.values()) {
        clearTimeout(timer)
        end()
      }
      recent.clear()
    },
  }
}
