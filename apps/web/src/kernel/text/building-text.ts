import type { Translate } from './i18n.ts'

/** "Les Mésanges" stands alone; a short name such as "B" needs the word "building". */
const MAX_SHORT_NAME_LENGTH = 3

export const buildingText = (t: Translate, building: string): string =>
  building.length > MAX_SHORT_NAME_LENGTH ? building : t('feed.building', { building })
