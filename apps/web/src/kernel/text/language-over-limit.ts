import type { Language } from '@parvis/contract/language.ts'

type Said = Readonly<Record<string, unknown>>

/** French first. `body` has its French at the top level and its English in `lang.en`, as in calls. */
export const languageOverLimit = (
  body: { lang?: { en?: Said | null } | null },
  limits: Readonly<Record<string, number>>,
): Language | undefined => {
  const isOver = (said: Said) =>
    Object.entries(limits).some(([name, limit]) => typeof said[name] === 'string' && said[name].length > limit)
  if (isOver(body as Said)) return 'fr'
  return isOver(body.lang?.en ?? {}) ? 'en' : undefined
}
