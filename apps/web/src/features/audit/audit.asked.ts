import { allAuditActs, auditGroups } from '@parvis/contract/audit.ts'
import type { AuditAsked } from './audit.queries.ts'
import type { AuditSearch } from './audit.search.ts'

const isAct = (value: string | undefined): value is NonNullable<AuditAsked['act']> =>
  ([...auditGroups, ...allAuditActs] as readonly string[]).includes(value ?? '')

/** Drops an act that does not exist, which then filters nothing. */
export const knownSearch = (search: AuditSearch): AuditSearch => ({
  ...search,
  quoi: isAct(search.quoi) ? search.quoi : undefined,
})

/** The same search as query parameters of the server. */
export const askedOf = ({ recherche, quoi, communaute, du, au }: AuditSearch): AuditAsked => ({
  ...(recherche && { search: recherche }),
  ...(isAct(quoi) && { act: quoi }),
  ...(communaute && { communityId: communaute }),
  ...(du && { from: du }),
  ...(au && { to: au }),
})
