import type { Translate } from './i18n.ts'

/** A short name such as "B" is shown with the word "building"; "Les Mésanges" needs none. */
const MAX_SHORT_NAME_LENGTH = 3

export const buildingText = (t: Translate, building: string): string =>
  building.length > MAX_SHORT_NAME_LENGTH ? building : t('feed.building', { building })
