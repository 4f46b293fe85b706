/**
 * What the server's parts tell each other after a commit. One process: handed over at once. Several: the same interface
 * over Redis. Messages name things, they never carry what a viewer may see.
 */
export interface BusMessages {
  'session.revoked': { sessionIds: string[]; reason: 'logout' | 'password' | 'switch' | 'staff' | 'deletion' }
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
      for (const listener of listeners.get(name) ?? []) listener(message as never)
    },
    listen(name, listener) {
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all.add(listener as (message: never) => void))
      return () => void all.delete(listener as (message: never) => void)
    },
  }
}
