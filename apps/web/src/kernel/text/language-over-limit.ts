import type { Language } from '@parvis/contract/language.ts'

type Texts = Readonly<Record<string, unknown>>

/** French first. `body` has its French at the top level and its English in `lang.en`, as in calls. */
export const languageOverLimit = (
  body: { lang?: { en?: Texts | null } | null },
  limits: Readonly<Record<string, number>>,
): Language | undefined => {
  const isOver = (texts: Texts) =>
    Object.entries(limits).some(([name, limit]) => typeof texts[name] === 'string' && texts[name].length > limit)
  if (isOver(body as Texts)) return 'fr'
  return isOver(body.lang?.en ?? {}) ? 'en' : undefined
}
