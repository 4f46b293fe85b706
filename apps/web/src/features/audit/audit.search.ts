import { isId } from '#web/kernel/http/ids.ts'

/** Search parameters in the URL of the audit log: search text, act, community, first day and last day. */
export interface AuditSearch {
  recherche?: string
  quoi?: string
  communaute?: string
  du?: string
  au?: string
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)
const DAY = /^\d{4}-\d{2}-\d{2}$/
const readDay = (value: unknown) => (DAY.test(value as string) ? (value as string) : undefined)

/** Drops invalid parameters; `audit.params.ts` drops unknown acts, whose list is not in the initial bundle. */
export const readAuditSearch = (raw: Record<string, unknown>): AuditSearch => ({
  // The router turns a search text that consists only of digits into a number.
  recherche: readText(typeof raw.recherche === 'number' ? String(raw.recherche) : raw.recherche),
  quoi: readText(raw.quoi),
  communaute: isId(raw.communaute) ? raw.communaute : undefined,
  du: readDay(raw.du),
  au: readDay(raw.au),
})
