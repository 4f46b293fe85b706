import type { ServerMessage } from '@parvis/contract/realtime.ts'
import type { Actor } from './actor.ts'
import type { BusMessages } from './bus.ts'
import type { Platform } from './platform.ts'

/** The open screens that receive a live event: those of any of these channels, communities, users or accounts. */
export interface Audience {
  channelIds?: readonly string[]
  communityId?: string
  userIds?: readonly string[]
  accountIds?: readonly string[]
}

/** How often changes of one thing are sent: at most once per interval, and always the last state. */
export interface Throttle<M> {
  subject(message: M): string
  /** Whether two messages of this name say the same, so that the later replaces the earlier. Default: always. */
  isDuplicate?(earlier: M, later: M): boolean
  merge(earlier: M, later: M): M
  /** Sent at once and in place of everything pending: nothing follows it. */
  isFinal?: true
}

/**
 * A live event that a feature sends to open screens: the bus message that triggers it, its audience, the data to load,
 * and the message for each recipient. Permissions are checked again for each recipient in `messageFor`.
 */
export interface LiveEventDefinition<K extends keyof BusMessages, Data> {
  name: K
  audience(message: BusMessages[K]): Audience
  /** Loads the data of many messages at once. Definitions that share the same function are loaded together. */
  load?(
    platform: Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>,
    messages: readonly BusMessages[K][],
  ): Promise<Data>
  /** Null sends nothing. Return the same `data` object for equal content: it is serialized only once. */
  messageFor(actor: Actor, message: BusMessages[K], data: Data): ServerMessage | null
  throttle?: Throttle<BusMessages[K]>
}

export type AnyLiveEventDefinition = LiveEventDefinition<keyof BusMessages, never>

export const defineLiveEvent = <K extends keyof BusMessages, Data>(
  definition: LiveEventDefinition<K, Data>,
): AnyLiveEventDefinition => definition as unknown as AnyLiveEventDefinition
