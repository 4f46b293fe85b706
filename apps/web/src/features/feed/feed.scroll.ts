import type { CacheSnapshot } from 'virtua'

/**
 * Heights already measured, by list: coming back finds the page as long as it was left, so the old place can be
 * scrolled to.
 */
const heights = new Map<string, CacheSnapshot>()

const nameOf = (list: readonly unknown[]) => JSON.stringify(list)

export const rememberHeights = (list: readonly unknown[], snapshot: CacheSnapshot) => {
  heights.set(nameOf(list), snapshot)
}

export const rememberedHeights = (list: readonly unknown[]): CacheSnapshot | undefined => heights.get(nameOf(list))
