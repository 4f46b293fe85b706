import { useSyncExternalStore } from 'react'

/** Others' posts that came since the reader was last at the top of a list that shows them. */
let news: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

const change = (next: ReadonlySet<string>) => {
  if (next.size === news.size) return
  news = next
  for (const listener of listeners) listener()
}

export const addNews = (...ids: readonly string[]): void => change(new Set([...news, ...ids]))

export const forgetNews = (...ids: readonly string[]): void => {
  if (news.size === 0) return
  const next = new Set(news)
  for (const id of ids) next.delete(id)
  change(next)
}

export const clearNews = (): void => change(new Set())

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many posts are new, for who listens outside of React. */
export const newsCounter = { subscribe, count: (): number => news.size }

/** How many posts are new. */
export const useNews = (): number => useSyncExternalStore(subscribe, newsCounter.count)
