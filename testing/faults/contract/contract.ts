import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'contract-last-day-of-stay',
    breaks: 'A guest can stay through the last day that the team has set',
    file: 'packages/contract/src/stay.ts',
    find: 'stay.departure! > until',
    replace: 'stay.departure! >= until',
  },
  {
    name: 'contract-age-on-birthday',
    breaks: 'A person is a year older on their birthday itself',
    file: 'packages/contract/src/profile-rules.ts',
    find: '(today.slice(5) < birthdate.slice(5) ? 1 : 0)',
    replace: '(today.slice(5) <= birthdate.slice(5) ? 1 : 0)',
  },
  {
    name: 'contract-neighbours-offer-deals',
    breaks: 'Only advertisers and staff can write good deals',
    file: 'packages/contract/src/roles.ts',
    find: "role === 'advertiser' || isStaff(role)",
    replace: "role === 'advertiser' || isMember(role)",
  },
  {
    name: 'contract-short-key',
    breaks: 'A new register key has at least six letters or digits',
    file: 'packages/contract/src/entry-rules.ts',
    find: 'const MIN_KEY_LENGTH = 6',
    replace: 'const MIN_KEY_LENGTH = 4',
  },
]
