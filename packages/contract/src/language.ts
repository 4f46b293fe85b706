export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

const written = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/**
 * One text of an entity in the reader's language when it is there, else in the other: French stands at its top, English
 * under `lang.en`. Returns null when neither is written.
 */
export const textIn = <K extends string>(
  language: Language,
  entity: { [P in K]?: string | null } & { lang: { en: { [P in K]?: string | null } } },
  field: K,
): string | null => {
  const french = entity[field] ?? null
  const english = entity.lang.en[field] ?? null
  const [first, second] = language === 'fr' ? [french, english] : [english, french]
  return written(first) ? first : written(second) ? second : null
}

/** The languages in which any of these fields is written: what a post's language toggle offers. */
export const languagesOf = <K extends string>(
  entity: { [P in K]?: string | null } & { lang: { en: { [P in K]?: string | null } } },
  fields: readonly K[],
): Language[] =>
  languages.filter(language => fields.some(field => written(language === 'fr' ? entity[field] : entity.lang.en[field])))

/** The device's languages in order of preference pick one of ours; any other device gets the fallback. */
export const pickLanguage = (wanted: readonly string[], fallback: Language): Language => {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0]
    const known = languages.find(language => language === base)
    if (known) return known
  }
  return fallback
}

/**
 * A formatted date as it is written: in French the first of a month is an ordinal, which no formatter of dates makes.
 */
export const writtenDate = (formatted: string, language: Language): string =>
  language === 'fr' ? formatted.replace(/(?<!\S)1(?=\s\p{L})/u, '1er') : formatted
