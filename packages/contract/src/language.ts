export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

const hasText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** The text in this language, otherwise in the other; null if both are missing. French texts are at the top level. */
export const textIn = <K extends string>(
  language: Language,
  entity: { [P in K]?: string | null } & { lang: { en: { [P in K]?: string | null } } },
  field: K,
): string | null => {
  const french = entity[field] ?? null
  const english = entity.lang.en[field] ?? null
  const [first, second] = language === 'fr' ? [french, english] : [english, french]
  return hasText(first) ? first : hasText(second) ? second : null
}

/** The languages in which any of these fields is filled in, for example to offer a language toggle on a post. */
export const languagesOf = <K extends string>(
  entity: { [P in K]?: string | null } & { lang: { en: { [P in K]?: string | null } } },
  fields: readonly K[],
): Language[] =>
  languages.filter(language => fields.some(field => hasText(language === 'fr' ? entity[field] : entity.lang.en[field])))

/** The first of the device's preferred languages that we support, otherwise the fallback. */
export const pickLanguage = (preferred: readonly string[], fallback: Language): Language => {
  for (const tag of preferred) {
    const base = tag.toLowerCase().split('-')[0]
    const known = languages.find(language => language === base)
    if (known) return known
  }
  return fallback
}

/** In French the first of a month is an ordinal (1er), which Intl date formats do not produce. */
export const withFrenchOrdinal = (formatted: string, language: Language): string =>
  language === 'fr' ? formatted.replace(/(?<!\S)1(?=\s\p{L})/u, '1er') : formatted
