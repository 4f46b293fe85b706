import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'people-phone-of-neighbours',
    breaks: 'Only the team sees the phone number of a neighbour',
    file: 'apps/server/src/features/profile/people.policy.ts',
    find: 'phone: isServing || (isStaff(person.role) && !person.isMinor),',
    replace: 'phone: isServing || isStaff(person.role) || !person.isMinor,',
  },
  {
    name: 'people-blocker-found',
    breaks: 'A member who has blocked the viewer appears not to exist',
    file: 'apps/server/src/features/profile/people.policy.ts',
    find: 'person.isActive && (!hasBlock(actor, person) || person.isBlocked)',
    replace: 'person.isActive && (hasBlock(actor, person) || !person.isBlocked)',
  },
  {
    name: 'people-home-of-team',
    breaks: 'Only the team sees where somebody lives',
    file: 'apps/server/src/features/profile/people.presenter.ts',
    find: '...(visibility.personalDetails && {',
    replace: '...(visibility.phone && {',
  },
  {
    name: 'people-report-repeated',
    breaks: 'A second report of a profile by the same member within a day counts as the same report',
    file: 'apps/server/src/kernel/postgres/reports.ts',
    find: 'created_at > ${since}',
    replace: 'created_at < ${since}',
    heldBy: 'apps/server/src/features/profile/',
  },
  {
    name: 'people-pseudo-elsewhere',
    breaks: 'A pseudo finds only members of the own community',
    file: 'apps/server/src/features/profile/people.queries.ts',
    find: 'sql`u.community_id = ${communityId} and fold_name(u.pseudo)',
    replace: 'sql`fold_name(u.pseudo)',
  },
]
