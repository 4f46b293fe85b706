import { createCounter, useCount } from './counter.ts'

/** The ids of list items that arrived since the user was last at the top of the list. */
export const createNewItems = () => {
  let news: readonly string[] = []
  const counter = createCounter()
  const change = (next: readonly string[]) => {
    news = next
    counter.set(next.length)
  }
  const remove = (...ids: readonly string[]): void => change(news.filter(id => !ids.includes(id)))
  return {
    counter,
    add: (...ids: readonly string[]): void => change([...new Set([...news, ...ids])]),
    remove,
    clear: (): void => remove(...news),
    has: (id: string): boolean => news.includes(id),
    use: (): number => useCount(counter),
  }
}
