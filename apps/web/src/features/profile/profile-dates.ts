import type { Language } from '@parvis/contract/language.ts'

/** "March 2024" / "mars 2024" in the given time zone, or in that of the device. */
export const monthOf = (iso: string, language: Language, timezone?: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: timezone }).format(new Date(iso))

/** Noon of a calendar day in the device's time zone, so that it is formatted as the same day everywhere. */
export const noonOf = (day: string): string => `${day}T12:00`
