import type { Translate } from './i18n.ts'

/** "Les Mésanges" stands alone; a short name such as "B" needs the word "building". */
const LONGEST_MARK = 3

export const buildingText = (t: Translate, building: string): string =>
  building.length > LONGEST_MARK ? building : t('feed.building', { building })
