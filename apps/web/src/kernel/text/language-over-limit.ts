import type { Language } from '@parvis/contract/language.ts'

type Texts = Readonly<Record<string, unknown>>

/** The first language with a text over its limit. In `body`, French is at the top level and English in `lang.en`. */
export const languageOverLimit = (
  body: { lang?: { en?: Texts | null } | null },
  limits: Readonly<Record<string, number>>,
): Language | undefined => {
  const isOver = (texts: Texts) =>
    Object.entries(limits).some(([name, limit]) => typeof texts[name] === 'string' && texts[name].length > limit)
  if (isOver(body as Texts)) return 'fr'
  return isOver(body.lang?.en ?? {}) ? 'en' : undefined
}
