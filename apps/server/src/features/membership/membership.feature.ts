import type { Feature } from '#server/kernel/feature.ts'
import { purgeUnconfirmedAccounts } from './account.service.ts'
import { readAgeSettings } from './age-settings.ts'
import { authorLiveEvents } from './author.live-events.ts'
import { eraseAvatar } from './erase-member.service.ts'
import { eraseHiddenProfile } from './hidden-profile.service.ts'
import { exportProfile } from './member-export.service.ts'
import { userSubject } from './membership.notifications.ts'
import { membershipRoutes } from './membership.routes.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** The minimum age in years, at least twelve. */
    minAge: number
  }
}

export const membershipFeature: Feature = {
  routes: membershipRoutes,
  liveEvents: authorLiveEvents,
  sweeps: [({ db, clock }) => purgeUnconfirmedAccounts(db, clock.now())],
  exports: ({ db }, recipient) => [exportProfile(db, recipient)],
  erase: {
    content: async (platform, member) => {
      await eraseHiddenProfile(platform, member)
      await eraseAvatar(platform.db, member)
    },
  },
  notifications: { subjects: [userSubject] },
  readSettings: readAgeSettings,
}
