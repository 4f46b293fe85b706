let unread = 0
const listeners = new Set<() => void>()

export const setUnread = (count: number): void => {
  if (count === unread) return
  unread = count
  for (const listener of listeners) listener()
}

/** How much of what the reader was told is unread, as far as this device knows. */
export const unreadCounter = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  count: (): number => unread,
}
