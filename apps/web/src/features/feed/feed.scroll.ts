import type { CacheSnapshot } from 'virtua'

/**
 * Measured card heights by list. They give a list its former height when the viewer returns, so that the scroll
 * position can be restored.
 */
const heights = new Map<string, CacheSnapshot>()

const nameOf = (list: readonly unknown[]) => JSON.stringify(list)

export const rememberHeights = (list: readonly unknown[], snapshot: CacheSnapshot) => {
  heights.set(nameOf(list), snapshot)
}

export const rememberedHeights = (list: readonly unknown[]): CacheSnapshot | undefined => heights.get(nameOf(list))
