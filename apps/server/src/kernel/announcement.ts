import type { ServerMessage } from '@parvis/contract/realtime.ts'
import type { Actor } from './actor.ts'
import type { BusMessages } from './bus.ts'
import type { Platform } from './platform.ts'

/** The open screens that receive a live event: those of any of these channels, communities, users or accounts. */
export interface Receivers {
  channelIds?: readonly string[]
  communityId?: string
  userIds?: readonly string[]
  accountIds?: readonly string[]
}

/** How often changes of one thing are sent: at most once per interval, and always the last state. */
export interface Pacing<M> {
  subject(message: M): string
  /** Whether two messages of this name say the same, so that the later replaces the earlier. Default: always. */
  isRepeated?(earlier: M, later: M): boolean
  merge(earlier: M, later: M): M
  /** Sent at once and in place of everything pending: nothing follows it. */
  isLast?: true
}

/**
 * A live event that a feature sends to open screens: the bus message that triggers it, its audience, the data to load,
 * and the message for each recipient. Permissions are checked again for each recipient in `messageFor`.
 */
export interface Announcement<K extends keyof BusMessages, Facts> {
  name: K
  receivers(message: BusMessages[K]): Receivers
  /** Loads the data of many messages at once. Definitions that share the same function are loaded together. */
  read?(
    platform: Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>,
    messages: readonly BusMessages[K][],
  ): Promise<Facts>
  /** Null sends nothing. Return the same `data` object for equal content: it is serialized only once. */
  messageFor(actor: Actor, message: BusMessages[K], facts: Facts): ServerMessage | null
  pacing?: Pacing<BusMessages[K]>
}

export type AnyAnnouncement = Announcement<keyof BusMessages, never>

export const announcement = <K extends keyof BusMessages, Facts>(one: Announcement<K, Facts>): AnyAnnouncement =>
  one as unknown as AnyAnnouncement
