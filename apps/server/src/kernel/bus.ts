import type { RevokedReason } from '@parvis/contract/realtime.ts'

export interface ActorChange {
  userIds?: readonly string[]
  accountIds?: readonly string[]
  communityIds?: readonly string[]
  hiddenFromEachOther?: readonly [string, string]
}

/** Messages published after a commit. They contain only ids, because not every listener may see the content. */
export interface BusMessages {
  'actor.changed': ActorChange
  'session.revoked': { sessionIds: readonly string[]; reason: RevokedReason }
  /** The displayed data of these users, pictures, templates, categories, places or deals has changed. */
  'display.changed': { ids: readonly string[] }
}

export interface Bus {
  publish<K extends keyof BusMessages>(name: K, message: BusMessages[K]): void
  subscribe<K extends keyof BusMessages>(name: K, listener: (message: BusMessages[K]) => void): () => void
}

export const createLocalBus = (): Bus => {
  const listeners = new Map<string, Set<(message: never) => void>>()
  return {
    publish(name, message) {
      for (const listener of listeners.get(name) ?? []) {
        // A listener that throws must not prevent the other listeners from receiving the message.
        try {
          listener(message as never)
        } catch (error) {
          console.error(`A listener to ${name} failed:`, error)
        }
      }
    },
    subscribe(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener as (message: never) => void))
      return () => void all.delete(listener as (message: never) => void)
    },
  }
}
