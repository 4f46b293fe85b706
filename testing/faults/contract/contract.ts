import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'contract-last-day-of-stay',
    breaks: 'A guest may stay until the last of the days that the team has given',
    file: 'packages/contract/src/stay.ts',
    find: 'stay.departure! > until',
    replace: 'stay.departure! >= until',
  },
  {
    name: 'contract-age-on-birthday',
    breaks: 'Somebody is a year older on their birthday itself',
    file: 'packages/contract/src/profile.ts',
    find: '(today.slice(5) < birthdate.slice(5) ? 1 : 0)',
    replace: '(today.slice(5) <= birthdate.slice(5) ? 1 : 0)',
  },
  {
    name: 'contract-neighbours-offer-deals',
    breaks: 'Good deals are written by advertisers and the team alone',
    file: 'packages/contract/src/roles.ts',
    find: "role === 'advertiser' || isStaff(role)",
    replace: "role === 'advertiser' || isMember(role)",
  },
  {
    name: 'contract-short-key',
    breaks: 'A new register key has at least six letters or digits',
    file: 'packages/contract/src/session-rules.ts',
    find: 'const MIN_KEY_LENGTH = 6',
    replace: 'const MIN_KEY_LENGTH = 4',
  },
]
