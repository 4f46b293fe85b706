let waiting = 0
const listeners = new Set<() => void>()

export const setWaiting = (count: number): void => {
  if (count === waiting) return
  waiting = count
  for (const listener of listeners) listener()
}

/** How many people wait for the team, as far as this device has read. */
export const waitingCounter = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  count: (): number => waiting,
}
