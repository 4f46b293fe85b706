import { isId } from '#web/kernel/http/ids.ts'

/** Search parameters of the audit log's URL, where everything may have been typed by hand. */
export interface AuditSearch {
  recherche?: string
  quoi?: string
  communaute?: string
  du?: string
  au?: string
}

/** Clears every filter. */
export const unfiltered: AuditSearch = {
  recherche: undefined,
  quoi: undefined,
  communaute: undefined,
  du: undefined,
  au: undefined,
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)
const DAY = /^\d{4}-\d{2}-\d{2}$/
const readDay = (value: unknown) => (DAY.test(value as string) ? (value as string) : undefined)

/** Unknown acts are dropped by `audit.params.ts` instead: the list of acts is not part of the initial bundle. */
export const readAuditSearch = (raw: Record<string, unknown>): AuditSearch => ({
  // The router parses a value that consists of digits only as a number.
  recherche: readText(typeof raw.recherche === 'number' ? String(raw.recherche) : raw.recherche),
  quoi: readText(raw.quoi),
  communaute: isId(raw.communaute) ? raw.communaute : undefined,
  du: readDay(raw.du),
  au: readDay(raw.au),
})
