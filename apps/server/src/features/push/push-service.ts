import type { PushNews } from '@parvis/contract/push-news.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Device } from './device.ts'

export interface Push {
  news: PushNews
  /** In seconds: how long the service stores it for an unreachable device. */
  ttl: number
  /** Whether it may wake a sleeping device. */
  urgency: 'low' | 'normal' | 'high'
  /** An opaque hash of the subject. A later push with the same topic replaces a pending one. */
  topic: string
  /** Whether nothing was pushed about this subject to this device before. */
  isFirst: boolean
  /** Unread notifications including this one, for the badge of the app on a phone. */
  unread: number
}

/**
 * The result of a push: `gone` is an unregistered device, `later` can be retried, `refused` cannot, and `keyrefused`
 * concerns the key of this installation and not the device.
 */
export type Outcome = 'taken' | 'gone' | 'later' | 'refused' | 'keyrefused'

export interface PushAnswer {
  outcome: Outcome
  status: number
}

export interface PushService {
  /** Throws if the service cannot be reached, with a `NotAllowedError` if its address is not allowed. */
  post(platform: Platform, device: Device, push: Push): Promise<PushAnswer>
}

const isForGood = (status: number): boolean => status < 500 && status !== 408 && status !== 425 && status !== 429

/** The general meaning of a status, if the service says nothing more specific. */
export const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return 'taken'
  return isForGood(status) ? 'refused' : 'later'
}

export const KEY_REST_MS = 5 * 60_000

export interface KeyRest {
  holds(now: Date): boolean
  begin(now: Date, reason: string): void
}

/** A refused key fails for every device: one refusal pauses all calls to the service and is logged once. */
export const createKeyRest = (service: string): KeyRest => {
  let until = 0
  return {
    holds: now => now.getTime() < until,
    begin(now, reason) {
      if (now.getTime() >= until)
        console.error(
          `${service} refuses the key of this installation (${reason}): no push is sent to these phones until the key is corrected.`,
        )
      until = now.getTime() + KEY_REST_MS
    },
  }
}
