import { createCounter, useCount } from '#web/kernel/counter.ts'

/** Others' posts that came since the reader was last at the top of a list that shows them. */
let news: ReadonlySet<string> = new Set()

/** How many posts are new, for who listens outside of React. */
export const newsCounter = createCounter()

const change = (next: ReadonlySet<string>) => {
  news = next
  newsCounter.set(next.size)
}

export const addNews = (...ids: readonly string[]): void => change(new Set([...news, ...ids]))

export const forgetNews = (...ids: readonly string[]): void => {
  if (news.size === 0) return
  const next = new Set(news)
  for (const id of ids) next.delete(id)
  change(next)
}

export const clearNews = (): void => change(new Set())

/** How many posts are new. */
export const useNews = (): number => useCount(newsCounter)
