import type { Feature } from '#server/kernel/feature.ts'
import { readFlag } from '#server/kernel/settings.ts'
import { exportAccount } from './account-export.service.ts'
import { type AppleSettings, readAppleSettings } from './apple-settings.ts'
import { purgeOldNonces } from './apple-token.service.ts'
import { requestJobs } from './community-request.jobs.ts'
import { eraseRequestsOf, purgeOldRequests } from './community-request.service.ts'
import { entryJobs } from './entry.jobs.ts'
import { entryRoutes } from './entry.routes.ts'
import { purgeOldDevices } from './known-device.service.ts'
import { purgeOldLinks } from './link.service.ts'

declare module '#server/kernel/settings.ts' {
  interface Settings {
    /** Whether log-in and registration hide which accounts exist. */
    hideAccountExistence: boolean
    /** Null if signing in with Apple is not configured. */
    apple: AppleSettings | null
  }
}

export const entryFeature: Feature = {
  routes: entryRoutes,
  sweeps: [
    ({ db, clock }) => purgeOldDevices(db, clock.now()),
    ({ db, clock }) => purgeOldLinks(db, clock.now()),
    ({ db, clock }) => purgeOldNonces(db, clock.now()),
    ({ db, clock }) => purgeOldRequests(db, clock.now()),
  ],
  jobs: [...entryJobs, ...requestJobs],
  exportsOfAccount: ({ db }, accountId) => [exportAccount(db, accountId)],
  eraseAccount: async ({ db }, { email }) => {
    if (email) await eraseRequestsOf(db, email)
  },
  readSettings: env => ({
    hideAccountExistence: readFlag(env, 'HIDE_ACCOUNT_EXISTENCE') ?? false,
    apple: readAppleSettings(env),
  }),
}
