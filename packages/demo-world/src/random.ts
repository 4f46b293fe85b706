export interface Random {
  next(): number
  /** A random integer from `min` to `max`, both inclusive. */
  int(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  sample<T>(list: readonly T[], count: number): T[]
  chance(p: number): boolean
  shuffle<T>(list: readonly T[]): T[]
  /** An independent stream: draws from other streams do not affect it. */
  fork(name: string): Random
}

const hash = (name: string, seed: number): number => {
  let value = seed ^ 0x811c9dc5
  for (const letter of name) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}

/** A deterministic generator, with the algorithm mulberry32; the seed is an unsigned 32-bit integer. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('Cannot pick from an empty list.')
    return list[int(0, list.length - 1)] as T
  }
  const shuffle = <T>(list: readonly T[]): T[] => {
    const mixed = [...list]
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = int(0, last)
      const swapped = mixed[last] as T
      mixed[last] = mixed[other] as T
      mixed[other] = swapped
    }
    return mixed
  }
  return {
    next,
    int,
    pick,
    shuffle,
    sample: (list, count) => shuffle(list).slice(0, count),
    chance: p => next() < p,
    fork: name => createRandom(hash(name, seed)),
  }
}
