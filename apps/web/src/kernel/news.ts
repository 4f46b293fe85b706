import { createCounter, useCount } from './counter.ts'

/** Ids of what came since the reader was last at the top of a list that shows it. */
export const createNews = () => {
  let news: readonly string[] = []
  const counter = createCounter()
  const change = (next: readonly string[]) => {
    news = next
    counter.set(next.length)
  }
  const forget = (...ids: readonly string[]): void => change(news.filter(id => !ids.includes(id)))
  return {
    /** How many are new, for who listens outside of React. */
    counter,
    add: (...ids: readonly string[]): void => change([...new Set([...news, ...ids])]),
    forget,
    clear: (): void => forget(...news),
    has: (id: string): boolean => news.includes(id),
    /** How many are new. */
    use: (): number => useCount(counter),
  }
}
