/** Who is there now: those with a live connection, and for a moment those who had one. */
export interface Presence {
  arrive(userId: string): void
  leave(userId: string): void
  isOnline(userId: string): boolean
}

/** For one process; several share the same interface over Redis. */
export const createLocalPresence = (): Presence => {
  const there = new Set<string>()
  return {
    arrive: userId => void there.add(userId),
    leave: userId => void there.delete(userId),
    isOnline: userId => there.has(userId),
  }
}
