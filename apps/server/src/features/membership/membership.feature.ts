import type { Feature } from '#server/kernel/feature.ts'
import { purgeUnconfirmedAccounts } from './account.service.ts'
import { readAgeSettings } from './age-settings.ts'
import { authorLiveEvents } from './author.live-events.ts'
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
  readSettings: readAgeSettings,
}
