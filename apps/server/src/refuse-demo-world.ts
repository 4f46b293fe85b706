// The password of the demo accounts is public, so a demo world is served to other machines only if DEMO=1.
import { loopbackHosts } from './env.ts'
import type { Db } from './kernel/postgres/db.ts'
import type { Settings } from './kernel/settings.ts'
import { hasDemoAccounts } from './features/membership/membership.queries.ts'

const isReachableByOthers = ({ host, publicUrl }: Settings) =>
  process.env.NODE_ENV === 'production' ||
  !loopbackHosts.has(host) ||
  (publicUrl !== null && !loopbackHosts.has(publicUrl.hostname))

/** Throws when other machines could reach the demo world without DEMO=1. */
export const refuseDemoWorld = async (db: Db, settings: Settings): Promise<void> => {
  if (settings.demo || !isReachableByOthers(settings) || !(await hasDemoAccounts(db))) return
  throw new Error(
    'This database holds the demo world, whose accounts have a public password. Set DEMO=1 to say that you mean to show it; for people of your own, begin with an empty database: set DATA_DIR or DATABASE_URL to another one.',
  )
}
