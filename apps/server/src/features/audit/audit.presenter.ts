import {
  type AuditEntry,
  type AuditPerson,
  type AuditCommunity,
  isAnonymousAct,
  isCaseAct,
  reportActs,
  subjectKindOf,
} from '@parvis/contract/audit.ts'
import { type EntryRow, type ReferencedEntities, type PersonRow, type AuditCommunityRow } from './audit.queries.ts'

export const presentAuditCommunity = (row: AuditCommunityRow): AuditCommunity => ({
  _id: row.id,
  name: row.name,
  customUri: row.custom_uri,
})

const presentPerson = (row: PersonRow): AuditPerson => ({
  _id: row.id,
  communityId: row.community_id,
  pseudo: row.pseudo,
  firstname: row.firstname,
  lastname: row.lastname,
  company: row.company,
  role: row.role,
})

const isReport = (act: EntryRow['act']) => (reportActs as readonly string[]).includes(act)

/**
 * The user of an entry. If the entry names only an account, the member of that account in the same community, or else
 * in any community.
 */
const personOf = (
  { user_id, account_id, community_id }: EntryRow,
  { users, members }: ReferencedEntities,
): PersonRow | undefined => {
  if (user_id !== null) return users.get(user_id)
  const own = account_id === null ? [] : (members.get(account_id) ?? [])
  return own.find(member => member.community_id === community_id) ?? own[0]
}

const presentSubject = (
  row: EntryRow,
  { users, communities, cases, existingIds }: ReferencedEntities,
): AuditEntry['subject'] => {
  if (row.subject_id !== null && isCaseAct(row.act)) {
    const subjectCase = cases.get(row.subject_id)
    const author = subjectCase?.author_id ? users.get(subjectCase.author_id) : undefined
    return {
      _id: row.subject_id,
      kind: subjectCase?.kind === 'user' ? 'member' : (subjectCase?.kind ?? subjectKindOf(row.act) ?? 'post'),
      isThere: subjectCase
        ? existingIds.has(row.subject_id) || (subjectCase.kind === 'user' && author !== undefined)
        : false,
      name: null,
      person: author ? presentPerson(author) : null,
    }
  }
  const kind = subjectKindOf(row.act)
  if (kind === null || row.subject_id === null) return null
  const person = kind === 'member' ? users.get(row.subject_id) : undefined
  const community = kind === 'community' ? communities.get(row.subject_id) : undefined
  return {
    _id: row.subject_id,
    kind,
    isThere: Boolean(person ?? community) || existingIds.has(row.subject_id),
    name: community?.name ?? null,
    person: person ? presentPerson(person) : null,
  }
}

export const presentEntry = (row: EntryRow, references: ReferencedEntities): AuditEntry => {
  const isAnonymous = isReport(row.act)
  const who = isAnonymous ? undefined : personOf(row, references)
  const community = row.community_id === null ? undefined : references.communities.get(row.community_id)
  const isNamed = row.user_id !== null || row.account_id !== null
  const accountId = isAnonymous ? null : (row.account_id ?? who?.account_id)
  return {
    _id: row.id,
    date: row.at.toISOString(),
    act: row.act,
    community: community ? presentAuditCommunity(community) : null,
    who: who ? presentPerson(who) : null,
    hasLeft: !who && !isAnonymous && (isNamed || !isAnonymousAct(row.act)),
    email: (accountId && references.emails.get(accountId)) ?? null,
    address: isAnonymous ? null : row.address,
    subject: presentSubject(row, references),
  }
}
