import type { PushNews } from '@parvis/contract/push-news.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Device } from './device.ts'

/** A push on its way to one device. */
export interface Push {
  news: PushNews
  /** How long its service keeps it for a device that is not there, in seconds. */
  ttl: number
  /** Whether it may wake a device that sleeps. */
  urgency: 'low' | 'normal' | 'high'
  /** What its service may be told of its subject: of two that wait the later takes the place of the earlier. */
  topic: string
  /** Nothing was pushed of its subject to this device before. */
  isFirst: boolean
  /** How many news its reader has not read, with this one: what a phone shows on the app. */
  unread: number
}

/**
 * What came of a push: `gone` is a device that its service knows no more; `later` is worth another try; `refused` is
 * not; `keyrefused` is about this installation and not about the device.
 */
export type Outcome = 'taken' | 'gone' | 'later' | 'refused' | 'keyrefused'

export interface PushAnswer {
  outcome: Outcome
  status: number
}

/** Who brings pushes to devices of one kind. */
export interface PushService {
  /** Throws where it is not reached: a `NotAllowedError` where it may not be. */
  post(platform: Platform, device: Device, push: Push): Promise<PushAnswer>
}

/** Of a status that no further try would change. */
const isForGood = (status: number): boolean => status < 500 && status !== 408 && status !== 425 && status !== 429

/** What every service means by a status, where it has said nothing more. */
export const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return 'taken'
  return isForGood(status) ? 'refused' : 'later'
}

/** A service that refuses the installation's own key is not asked again before this. */
export const KEY_REST_MS = 5 * 60_000

export interface KeyRest {
  /** Whether nothing is to be asked now. */
  holds(now: Date): boolean
  begin(now: Date, reason: string): void
}

/** What a key that is refused is refused for every device: one is enough to know, and to say so in the log. */
export const createKeyRest = (service: string): KeyRest => {
  let until = 0
  return {
    holds: now => now.getTime() < until,
    begin(now, reason) {
      if (now.getTime() >= until)
        console.error(
          `${service} refuses the key of this installation (${reason}): no phone is told until it is right.`,
        )
      until = now.getTime() + KEY_REST_MS
    },
  }
}
