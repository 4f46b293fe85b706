import { allAuditActs, auditGroups } from '@parvis/contract/audit.ts'
import type { AuditParams } from './audit.queries.ts'
import type { AuditSearch } from './audit.search.ts'

const isAct = (value: string | undefined): value is NonNullable<AuditParams['act']> =>
  ([...auditGroups, ...allAuditActs] as readonly string[]).includes(value ?? '')

/** Drops an act that does not exist, which then filters nothing. */
export const withoutUnknownAct = (search: AuditSearch): AuditSearch => ({
  ...search,
  quoi: isAct(search.quoi) ? search.quoi : undefined,
})

/** The same search as query parameters of the server. */
export const auditParamsOf = ({ recherche, quoi, communaute, du, au }: AuditSearch): AuditParams => ({
  ...(recherche && { search: recherche }),
  ...(isAct(quoi) && { act: quoi }),
  ...(communaute && { communityId: communaute }),
  ...(du && { from: du }),
  ...(au && { to: au }),
})
