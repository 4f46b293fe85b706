import { expandActFilter, type listAudit } from '@parvis/contract/audit.ts'
import type { Query } from '@parvis/contract/endpoint.ts'
import { endOfDay } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { fail } from '#server/kernel/errors.ts'
import { normalizeAddress } from '#server/kernel/http/caller-address.ts'
import { isId } from '#server/kernel/ids.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { type AuditFilter, findModeratedSubjectIds, findPeople, communityExists } from './audit.queries.ts'

const readSearchKeys = async (db: Db, words: string): Promise<AuditFilter['searchKeys']> => {
  const text = words.replaceAll('\0', '').trim()
  if (text === '') return null
  const id = text.toLowerCase()
  const found = isId(id) ? [] : await findPeople(db, text)
  const userIds = found.map(person => person.id)
  return {
    userIds: isId(id) ? [id] : userIds,
    accountIds: found.map(person => person.account_id),
    address: normalizeAddress(text) ?? text,
    // A search for a person also finds decisions about their posts, messages and deals.
    subjectIds: isId(id) ? [id] : [...userIds, ...(await findModeratedSubjectIds(db, userIds))],
  }
}

/** `from` and `to` are days in `timezone`. Throws `error404` for an unknown community. */
export const readAuditFilter = async (
  db: Db,
  { search = '', act, communityId, from, to }: Omit<Query<typeof listAudit>, 'page' | 'cursor'>,
  timezone: string,
): Promise<AuditFilter> => {
  if (communityId !== undefined && !(await communityExists(db, communityId))) fail('error404', { field: 'communityId' })
  return {
    acts: act ? expandActFilter(act) : null,
    communityId: communityId ?? null,
    from: from ? new Date(instantAt(from, '00:00', timezone)) : null,
    until: to ? new Date(endOfDay(to, timezone)) : null,
    searchKeys: await readSearchKeys(db, search),
  }
}
