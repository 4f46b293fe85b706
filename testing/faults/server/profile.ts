import type { Fault } from '../fault.ts'

export const faults: Fault[] = [
  {
    name: 'profile-link-good-for-hours',
    breaks:
      'Ten minutes after a log-in by link gives staff a short session, choosing a new password requires the current one',
    file: 'apps/server/src/features/profile/profile.policy.ts',
    find: 'const RECENT_MS = 10 * 60_000',
    replace: 'const RECENT_MS = 10 * 60 * 60_000',
  },
  {
    name: 'profile-membership-by-own-days',
    breaks: 'The membership of a guest of a stay lasts until the departure day set by the team',
    file: 'apps/server/src/features/profile/stay.service.ts',
    find: "eb.fn.max('given_departure')",
    replace: "eb.fn.max('departure')",
  },
  {
    name: 'profile-suspended-writes',
    breaks: 'A suspended member cannot change what others see of their profile',
    file: 'apps/server/src/features/profile/profile.service.ts',
    find: "new Set(['word', 'need_update', 'first_login'])",
    replace: "new Set(['word', 'description', 'need_update', 'first_login'])",
    heldBy: 'apps/server/src/suspended.test.ts',
  },
  {
    name: 'profile-welcome-before-approval',
    breaks: 'A newcomer is not announced to the community before the team approves them',
    file: 'apps/server/src/features/profile/profile.service.ts',
    find: 'if (isNew && !isPending)',
    replace: 'if (isNew)',
    heldBy: 'apps/server/src/features/admin/',
  },
  {
    name: 'profile-place-of-first-stay',
    breaks: 'The place of a member is that of the latest stay that has begun',
    file: 'apps/server/src/features/session/stay.columns.ts',
    find: 'date, abs(b.arrival',
    replace: 'date, -abs(b.arrival',
  },
  {
    name: 'profile-adult-to-minor',
    breaks: 'A member who registered as an adult cannot enter the birth date of a minor later',
    file: 'apps/server/src/features/profile/profile.service.ts',
    find: 'if (!birthdate && first_login && !is_saved_elsewhere) return null',
    replace: 'if (!birthdate || first_login) return null',
  },
]
