/** Returns `create` with its results kept for ever, one per key; a promise that rejects is not kept. */
export const memoize = <A = void, T = unknown>(
  create: (of: A) => T,
  keyOf: (of: A) => unknown = of => of,
): ((of: A) => T) => {
  const results = new Map<unknown, T>()
  return of => {
    const key = keyOf(of)
    if (results.has(key)) return results.get(key)!
    const result = create(of)
    results.set(key, result)
    if (result instanceof Promise) result.catch(() => results.delete(key))
    return result
  }
}
