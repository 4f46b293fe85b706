import type { RevokedReason } from '@parvis/contract/realtime.ts'

/** Whose rights may have become others: these users, all users of these accounts, or everybody of these communities. */
export interface ActorChange {
  userIds?: readonly string[]
  accountIds?: readonly string[]
  communityIds?: readonly string[]
  /** These two see nothing of each other from here on. */
  silenced?: readonly [string, string]
}

/**
 * What the server's parts tell each other after a commit. One process: handed over at once. Several: the same interface
 * over Redis. Messages name things, they never carry what a viewer may see. Each feature declares its own by declaring
 * this interface again beside the code that announces them; what features listen to that do not know who announces it
 * stands here.
 */
export interface BusMessages {
  'actor.changed': ActorChange
  /** These sessions have ended before their time. */
  'session.revoked': { sessionIds: readonly string[]; reason: RevokedReason }
  /** These users, pictures, templates, categories, places or deals look otherwise where others show them. */
  'shown.changed': { ids: readonly string[] }
}

export interface Bus {
  announce<K extends keyof BusMessages>(name: K, message: BusMessages[K]): void
  /** Returns the way to stop listening. */
  listen<K extends keyof BusMessages>(name: K, listener: (message: BusMessages[K]) => void): () => void
}

export const createLocalBus = (): Bus => {
  const listeners = new Map<string, Set<(message: never) => void>>()
  return {
    announce(name, message) {
      for (const listener of listeners.get(name) ?? []) {
        // Listeners know nothing of each other: one that fails must not leave the others behind.
        try {
          listener(message as never)
        } catch (error) {
          console.error(`A listener to ${name} failed:`, error)
        }
      }
    },
    listen(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener as (message: never) => void))
      return () => void all.delete(listener as (message: never) => void)
    },
  }
}
