import type { Background } from '#server/kernel/background.ts'
import type { QueuedLiveEvent } from './queued-live-event.ts'

/** Changes of one post are published to open screens at most this often. */
export const THROTTLE_MS = 1_000

/** Combines two live events into one for the recipients of both. The content is read at delivery. */
const merge = (earlier: QueuedLiveEvent, later: QueuedLiveEvent): QueuedLiveEvent => ({
  ...later,
  message: later.definition.throttle?.merge(earlier.message, later.message) ?? later.message,
})

const isRepeated = (earlier: QueuedLiveEvent, { definition, message }: QueuedLiveEvent) =>
  earlier.definition === definition && (definition.throttle?.isDuplicate?.(earlier.message, message) ?? true)

/**
 * Throttles live events per subject. The last state is always delivered; a final event is never delayed. Not
 * `coalesce`, because each subject has a time window of its own that a final event ends.
 */
export const createThrottle = (deliver: (liveEvent: QueuedLiveEvent) => void, background: Background) => {
  const recent = new Map<string, { queued: QueuedLiveEvent[]; timer: NodeJS.Timeout; end: () => void }>()

  const startWindow = (subject: string): void => {
    const timer = setTimeout(endWindow, background.scaleDelay(THROTTLE_MS), subject).unref()
    recent.set(subject, { queued: [], timer, end: background.beginTask() })
  }
  const endWindow = (subject: string): void => {
    const { queued = [], end } = recent.get(subject) ?? {}
    recent.delete(subject)
    if (queued.length > 0) startWindow(subject)
    for (const liveEvent of queued) deliver(liveEvent)
    end?.()
  }

  return {
    publish(liveEvent: QueuedLiveEvent): void {
      const { throttle } = liveEvent.definition
      if (!throttle) return deliver(liveEvent)
      const subject = throttle.subject(liveEvent.message)
      const window = recent.get(subject)
      if (throttle.isFinal) {
        clearTimeout(window?.timer)
        recent.delete(subject)
        window?.end()
        // Recipients of a change that is still pending receive the final event instead.
        return deliver((window?.queued ?? []).reduce((last, queued) => merge(queued, last), liveEvent))
      }
      if (!window) {
        startWindow(subject)
        return deliver(liveEvent)
      }
      const index = window.queued.findIndex(queued => isRepeated(queued, liveEvent))
      if (index === -1) window.queued.push(liveEvent)
      else window.queued[index] = merge(window.queued[index]!, liveEvent)
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
