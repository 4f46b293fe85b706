import { allAuditActs, auditGroups } from '@parvis/contract/audit.ts'
import type { AuditParams } from './audit.queries.ts'
import type { AuditSearch } from './audit.search.ts'

const isAct = (value: string | undefined): value is NonNullable<AuditParams['act']> =>
  ([...auditGroups, ...allAuditActs] as readonly string[]).includes(value ?? '')

/** Returns the search parameters without the act filter if there is no such act or group of acts. */
export const withoutUnknownAct = (search: AuditSearch): AuditSearch => ({
  ...search,
  quoi: isAct(search.quoi) ? search.quoi : undefined,
})

/** Converts the search parameters of the URL into query parameters of the API. */
export const auditParamsOf = ({ recherche, quoi, communaute, du, au }: AuditSearch): AuditParams => ({
  ...(recherche && { search: recherche }),
  ...(isAct(quoi) && { act: quoi }),
  ...(communaute && { communityId: communaute }),
  ...(du && { from: du }),
  ...(au && { to: au }),
})
