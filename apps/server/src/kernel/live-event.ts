import type { ServerMessage } from '@parvis/contract/realtime.ts'
import type { Actor } from './actor.ts'
import type { BusMessages } from './bus.ts'
import type { Platform } from './platform.ts'

export interface Audience {
  channelIds?: readonly string[]
  communityId?: string
  userIds?: readonly string[]
  accountIds?: readonly string[]
}

export interface Throttle<M> {
  subject(message: M): string
  isDuplicate?(earlier: M, later: M): boolean
  merge(earlier: M, later: M): M
  /** The event is the last of its subject: it is sent at once, in place of the pending event of that subject. */
  isFinal?: true
}

/** A live event that a feature sends on live connections. `messageFor` checks the rights of each recipient again. */
export interface LiveEventDefinition<K extends keyof BusMessages, Data> {
  name: K
  audience(message: BusMessages[K]): Audience
  /** Loads the data of many messages at once. Events whose definitions share this function are loaded together. */
  load?(
    platform: Pick<Platform, 'state' | 'db' | 'bus' | 'clock' | 'settings' | 'features'>,
    messages: readonly BusMessages[K][],
  ): Promise<Data>
  /** Returns null to send nothing. Return the same `data` object for equal content: it is serialized only once. */
  messageFor(actor: Actor, message: BusMessages[K], data: Data): ServerMessage | null
  throttle?: Throttle<BusMessages[K]>
}

export type AnyLiveEventDefinition = LiveEventDefinition<keyof BusMessages, never>

export const defineLiveEvent = <K extends keyof BusMessages, Data>(
  definition: LiveEventDefinition<K, Data>,
): AnyLiveEventDefinition => definition as unknown as AnyLiveEventDefinition
