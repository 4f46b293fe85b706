import type { Language } from '@parvis/contract/language.ts'

/** "March 2024" / "mars 2024", on the clock of the place, or the reader's own. */
export const monthOf = (iso: string, language: Language, timezone?: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: timezone }).format(new Date(iso))

/** A calendar day has no clock: it is told as the same one everywhere. */
export const noonOf = (day: string): string => `${day}T12:00:00Z`
