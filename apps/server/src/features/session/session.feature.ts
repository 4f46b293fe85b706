import type { Feature } from '#server/kernel/feature.ts'
import { readFlag } from '#server/kernel/settings.ts'
import { readAgeSettings } from './age-settings.ts'
import { type AppleSettings, readAppleSettings } from './apple-settings.ts'
import { purgeOldNonces } from './apple-token.service.ts'
import { purgeOldDevices } from './known-device.service.ts'
import { purgeOldLinks } from './link.service.ts'
import { authorLiveEvents } from './author.live-events.ts'
import { eraseAvatar } from './erase-member.service.ts'
import { eraseHiddenProfile } from './hidden-profile.service.ts'
import { findEncryptedFactorSecret } from './second-factor.service.ts'
import { exportAccount, exportProfile } from './session-export.service.ts'
import { sessionJobs } from './session.jobs.ts'
import { sessionRoutes } from './session.routes.ts'
import { purgeIdleSessions } from './session.service.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** Whether log-in and registration hide which accounts exist. */
    hideAccountExistence: boolean
    /** Null if signing in with Apple is not configured. */
    apple: AppleSettings | null
    /** The minimum age in years, at least twelve. */
    minAge: number
  }
}

export const sessionFeature: Feature = {
  routes: sessionRoutes,
  liveEvents: authorLiveEvents,
  sweeps: [
    ({ db, clock }) => purgeIdleSessions(db, clock.now()),
    ({ db, clock }) => purgeOldDevices(db, clock.now()),
    ({ db, clock }) => purgeOldLinks(db, clock.now()),
    ({ db, clock }) => purgeOldNonces(db, clock.now()),
  ],
  jobs: sessionJobs,
  exports: ({ db }, recipient) => [exportProfile(db, recipient)],
  exportsOfAccount: ({ db }, accountId) => [exportAccount(db, accountId)],
  erase: {
    content: async (platform, member) => {
      await eraseHiddenProfile(platform, member)
      await eraseAvatar(platform.db, member)
    },
  },
  findEncryptedSample: findEncryptedFactorSecret,
  readSettings: env => ({
    hideAccountExistence: readFlag(env, 'HIDE_ACCOUNT_EXISTENCE') ?? false,
    apple: readAppleSettings(env),
    ...readAgeSettings(env),
  }),
}
