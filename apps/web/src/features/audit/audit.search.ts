import { isId } from '#web/kernel/http/ids.ts'

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
const DAY = /^\d{4}-\d{2}-\d{2}$/
const day = (value: unknown) => (DAY.test(value as string) ? (value as string) : undefined)

/** Whether there is such an act is told by `audit.asked.ts`: the list of them is no part of the first page. */
export const readAuditSearch = (raw: Record<string, unknown>): AuditSearch => ({
  // digits alone are a number to the router
  recherche: text(typeof raw.recherche === 'number' ? String(raw.recherche) : raw.recherche),
  quoi: text(raw.quoi),
  communaute: isId(raw.communaute) ? raw.communaute : undefined,
  du: day(raw.du),
  au: day(raw.au),
})
