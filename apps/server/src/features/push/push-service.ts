import type { PushPayload } from '@parvis/contract/push-payload.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Device } from './device.ts'

export interface Push {
  payload: PushPayload
  /** In seconds: how long the service stores the push for an unreachable device. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** An opaque hash of the subject. A later push with the same topic replaces a pending one. */
  topic: string
  /** Whether nothing was pushed about this subject to this device before. */
  isFirst: boolean
  unreadCount: number
}

/**
 * `taken`: accepted; `gone`: the device is unregistered; `later`: can be retried; `refused`: cannot be retried;
 * `keyrefused`: the key of this installation was refused.
 */
export type PushOutcome = 'taken' | 'gone' | 'later' | 'refused' | 'keyrefused'

export interface PushResult {
  outcome: PushOutcome
  status: number
}

export interface PushService {
  /** Throws if the service cannot be reached: a `NotAllowedError` if the IP address of the service is not allowed. */
  post(platform: Platform, device: Device, push: Push): Promise<PushResult>
}

const isPermanent = (status: number): boolean => status < 500 && status !== 408 && status !== 425 && status !== 429

export const outcomeOfStatus = (status: number): PushOutcome => {
  if (status >= 200 && status < 300) return 'taken'
  return isPermanent(status) ? 'refused' : 'later'
}

export const KEY_BACKOFF_MS = 5 * 60_000

/** A refused key is refused for every device: one refusal pauses all calls to the service, and is logged once. */
export const createKeyBackoff = (service: string) => {
  let until = 0
  return {
    isActive: (now: Date): boolean => now.getTime() < until,
    start(now: Date, reason: string): void {
      if (now.getTime() >= until)
        console.error(
          `${service} refuses the key of this installation (${reason}): no push is sent to these phones until the key is corrected.`,
        )
      until = now.getTime() + KEY_BACKOFF_MS
    },
  }
}
