/** What the address of the log may say: in it everything is text that somebody may have typed. */
export interface AuditSearch {
  recherche?: string
  quoi?: string
  communaute?: string
  du?: string
  au?: string
}

/** Narrowed to nothing. */
export const unfiltered: AuditSearch = {
  recherche: undefined,
  quoi: undefined,
  communaute: undefined,
  du: undefined,
  au: undefined,
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)
const matching = (value: unknown, form: RegExp) => {
  const found = text(value)
  return found && form.test(found) ? found : undefined
}
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Whether there is such an act is told by `audit.asked.ts`: the list of them is no part of the first page. */
export const readAuditSearch = (raw: Record<string, unknown>): AuditSearch => ({
  // digits alone are a number to the router
  recherche: text(typeof raw.recherche === 'number' ? String(raw.recherche) : raw.recherche),
  quoi: text(raw.quoi),
  communaute: matching(raw.communaute, ID),
  du: matching(raw.du, DAY),
  au: matching(raw.au, DAY),
})
