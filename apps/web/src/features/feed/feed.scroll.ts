import type { CacheSnapshot } from 'virtua'

/** Measured card heights by list, with which the scroll position is restored when the viewer returns. */
const heights = new Map<string, CacheSnapshot>()

const keyOf = (listKey: readonly unknown[]) => JSON.stringify(listKey)

export const rememberHeights = (listKey: readonly unknown[], snapshot: CacheSnapshot) => {
  heights.set(keyOf(listKey), snapshot)
}

export const rememberedHeights = (listKey: readonly unknown[]): CacheSnapshot | undefined => heights.get(keyOf(listKey))
