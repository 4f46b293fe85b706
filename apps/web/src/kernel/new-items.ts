import { createObservable, useObservable } from './observable.ts'

/** The ids of list items that arrived since the user was last at the top of the list. */
export const createNewItems = () => {
  let newIds: readonly string[] = []
  const counter = createObservable(0)
  const setNewIds = (next: readonly string[]) => {
    newIds = next
    counter.set(next.length)
  }
  const remove = (...ids: readonly string[]): void => setNewIds(newIds.filter(id => !ids.includes(id)))
  return {
    counter,
    add: (...ids: readonly string[]): void => setNewIds([...new Set([...newIds, ...ids])]),
    remove,
    clear: (): void => remove(...newIds),
    has: (id: string): boolean => newIds.includes(id),
    useNewItemCount: (): number => useObservable(counter),
  }
}
