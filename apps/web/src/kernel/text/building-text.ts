import type { Translate } from './i18n.ts'

/** Longer than this, a building has a name of its own: "Les Mésanges" says what it is, "B" does not. */
const LONGEST_MARK = 3

export const buildingText = (t: Translate, building: string): string =>
  building.length > LONGEST_MARK ? building : t('feed.building', { building })
