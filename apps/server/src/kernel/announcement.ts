import type { ServerMessage } from '@parvis/contract/realtime.ts'
import type { Actor } from './actor.ts'
import type { BusMessages } from './bus.ts'
import type { Platform } from './platform.ts'

/**
 * Whose open screens are told: those that read one of these channels, belong to this community, or are these users' or
 * accounts'.
 */
export interface Receivers {
  channelIds?: readonly string[]
  communityId?: string
  userIds?: readonly string[]
  /** In whatever community of theirs they are. */
  accountIds?: readonly string[]
}

/** How often changes of one thing are told: at most once in `TOLD_EVERY_MS`, the last state always. */
export interface Pacing<M> {
  /** What the message is about: announcements with the same subject wait for each other. */
  subject(message: M): string
  /**
   * Whether two messages of this name say the same, so that the later takes the place of the earlier. True without it.
   */
  isRepeated?(earlier: M, later: M): boolean
  /** The later of two, for whoever was to be told of either. */
  merge(earlier: M, later: M): M
  /** Told at once, in place of all that waits: nothing follows it. */
  isLast?: true
}

/**
 * One kind of news that a feature tells to open screens: the bus message that it follows, who hears of it, what must be
 * read for it, and what each receiver is told. Rights are asked again for each receiver, in `messageFor`.
 */
export interface Announcement<K extends keyof BusMessages, Facts> {
  name: K
  receivers(message: BusMessages[K]): Receivers
  /** Reads for many messages at once. Announcements that name the same function are read together. */
  read?(
    platform: Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>,
    messages: readonly BusMessages[K][],
  ): Promise<Facts>
  /** Null for nothing. Receivers who are told the same get the same `data`, which is then written once. */
  messageFor(actor: Actor, message: BusMessages[K], facts: Facts): ServerMessage | null
  pacing?: Pacing<BusMessages[K]>
}

/** An announcement of any feature, as the feature that delivers them sees it. */
export type AnyAnnouncement = Announcement<keyof BusMessages, never>

/** Keeps the types of an announcement together and answers it as one of many. */
export const announcement = <K extends keyof BusMessages, Facts>(one: Announcement<K, Facts>): AnyAnnouncement =>
  one as unknown as AnyAnnouncement
