import type { Language } from '@parvis/contract/language.ts'

type Said = Readonly<Record<string, unknown>>

/**
 * The language in which a body has a text of more characters than its limit, French first: a form that shows one language at
 * a time turns to it. `body` has its French at the top and its English in `lang.en`, as calls have it.
 */
export const languageOverLimit = (
  body: { lang?: { en?: Said | null } | null },
  limits: Readonly<Record<string, number>>,
): Language | undefined => {
  const isOver = (said: Said) =>
    Object.entries(limits).some(([name, limit]) => typeof said[name] === 'string' && said[name].length > limit)
  if (isOver(body as Said)) return 'fr'
  return isOver(body.lang?.en ?? {}) ? 'en' : undefined
}
