import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'profile-link-good-for-hours',
    breaks: 'Who came by a link more than ten minutes ago tells the current password to choose a new one',
    file: 'apps/server/src/features/profile/profile.policy.ts',
    find: 'const RECENT_MS = 10 * 60_000',
    replace: 'const RECENT_MS = 10 * 60 * 60_000',
  },
  {
    name: 'profile-membership-by-own-days',
    breaks: 'The membership of a guest of a stay lasts until the day that the team has given',
    file: 'apps/server/src/features/profile/stay.service.ts',
    find: "eb.fn.max('given_departure')",
    replace: "eb.fn.max('departure')",
  },
  {
    name: 'profile-suspended-writes',
    breaks: 'While a member is suspended nothing that others see of the profile changes',
    file: 'apps/server/src/features/profile/profile.service.ts',
    find: "new Set(['word', 'need_update', 'first_login'])",
    replace: "new Set(['word', 'description', 'need_update', 'first_login'])",
    heldBy: 'apps/server/src/suspended.test.ts',
  },
  {
    name: 'profile-welcome-before-approval',
    breaks: 'A newcomer who waits for the approval of the team is not announced to the community',
    file: 'apps/server/src/features/profile/profile.service.ts',
    find: 'if (isNew && !isPending) await publishWelcome',
    replace: 'if (isNew) await publishWelcome',
    heldBy: 'apps/server/src/features/admin/',
  },
  {
    name: 'profile-place-of-first-stay',
    breaks: 'Where a member stays is the place of the latest stay that has begun',
    file: 'apps/server/src/features/profile/stay.columns.ts',
    find: 'date, abs(b.arrival',
    replace: 'date, -abs(b.arrival',
  },
  {
    name: 'profile-adult-to-minor',
    breaks: 'Who came in without a birth date confirmed to be of age, and gives none of a minor later',
    file: 'apps/server/src/features/profile/profile.service.ts',
    find: 'if (!birthdate && first_login && !is_saved_elsewhere) return null',
    replace: 'if (!birthdate || first_login) return null',
  },
]
