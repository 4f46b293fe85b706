import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'people-phone-of-neighbours',
    breaks: 'The phone number of a neighbour is shown to the team alone',
    file: 'apps/server/src/features/people/people.policy.ts',
    find: 'phone: isServing || (isStaff(person.role) && !person.isMinor),',
    replace: 'phone: isServing || isStaff(person.role) || !person.isMinor,',
  },
  {
    name: 'people-blocker-found',
    breaks: 'Who has blocked a member is not there for that member',
    file: 'apps/server/src/features/people/people.policy.ts',
    find: 'person.isActive && (!hasBlock(actor, person) || person.isBlocked)',
    replace: 'person.isActive && (hasBlock(actor, person) || !person.isBlocked)',
  },
  {
    name: 'people-home-of-team',
    breaks: 'Where somebody lives is told to the team alone',
    file: 'apps/server/src/features/people/people.presenter.ts',
    find: '...(visibility.home && {',
    replace: '...(visibility.phone && {',
  },
  {
    name: 'people-report-repeated',
    breaks: 'A second report of the same profile by the same member within a day is the same report',
    file: 'apps/server/src/features/people/people.queries.ts',
    find: ".where('created_at', '>', since)",
    replace: ".where('created_at', '<', since)",
  },
  {
    name: 'people-pseudo-elsewhere',
    breaks: 'A pseudo leads to a member of the own community alone',
    file: 'apps/server/src/features/people/people.queries.ts',
    find: 'sql`u.community_id = ${communityId} and fold_name(u.pseudo)',
    replace: 'sql`fold_name(u.pseudo)',
  },
]
