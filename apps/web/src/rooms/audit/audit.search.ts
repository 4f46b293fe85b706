import { allAuditActs, auditGroups } from '@parvis/contract/audit.ts'
import type { AuditAsked } from './audit.queries.ts'

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

const isAct = (value: string | undefined): value is NonNullable<AuditAsked['act']> =>
  ([...auditGroups, ...allAuditActs] as readonly string[]).includes(value ?? '')

export const readAuditSearch = (raw: Record<string, unknown>): AuditSearch => {
  const what = text(raw.quoi)
  return {
    // digits alone are a number to the router
    recherche: text(typeof raw.recherche === 'number' ? String(raw.recherche) : raw.recherche),
    quoi: isAct(what) ? what : undefined,
    communaute: matching(raw.communaute, ID),
    du: matching(raw.du, DAY),
    au: matching(raw.au, DAY),
  }
}

/** The same as it is asked of the server. */
export const askedOf = ({ recherche, quoi, communaute, du, au }: AuditSearch): AuditAsked => ({
  ...(recherche && { search: recherche }),
  ...(isAct(quoi) && { act: quoi }),
  ...(communaute && { communityId: communaute }),
  ...(du && { from: du }),
  ...(au && { to: au }),
})
