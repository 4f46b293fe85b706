import type { Language } from '@parvis/contract/language.ts'

/** "March 2024" / "mars 2024", on the clock of the place, or the reader's own. */
export const monthOf = (iso: string, language: Language, timezone?: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: timezone }).format(new Date(iso))

/** A calendar day has no clock: noon of it by the reader's own, which tells the same day everywhere. */
export const noonOf = (day: string): string => `${day}T12:00`
