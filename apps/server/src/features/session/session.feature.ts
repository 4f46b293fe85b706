import type { Feature } from '#server/kernel/feature.ts'
import { readFlag } from '#server/kernel/settings.ts'
import { readAgeSettings } from '../membership/age-settings.ts'
import { type AppleSettings, readAppleSettings } from '../entry/apple-settings.ts'
import { purgeOldNonces } from '../entry/apple-token.service.ts'
import { purgeOldDevices } from '../entry/known-device.service.ts'
import { purgeOldLinks } from '../entry/link.service.ts'
import { authorLiveEvents } from '../membership/author.live-events.ts'
import { findEncryptedFactorSecret } from '../second-factor/second-factor.service.ts'
import { sessionJobs } from '../entry/entry.jobs.ts'
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
  findEncryptedSample: findEncryptedFactorSecret,
  readSettings: env => ({
    hideAccountExistence: readFlag(env, 'HIDE_ACCOUNT_EXISTENCE') ?? false,
    apple: readAppleSettings(env),
    ...readAgeSettings(env),
  }),
}
