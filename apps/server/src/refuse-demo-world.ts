// Everybody knows the password of the demo accounts: a world of theirs becomes nobody's real one without a word.
import { loopback } from './env.ts'
import type { Db } from './kernel/postgres/db.ts'
import type { Settings } from './kernel/settings.ts'
import { hasDemoAccounts } from './features/session/session.queries.ts'

/** Whether others than whoever sits at this machine may come. */
const isForOthers = ({ host, publicUrl }: Settings) =>
  process.env.NODE_ENV === 'production' ||
  !loopback.has(host) ||
  (publicUrl !== null && !loopback.has(publicUrl.hostname))

/** Throws a sentence where the demo world would be served to others although nobody has asked for it. */
export const refuseDemoWorld = async (db: Db, settings: Settings): Promise<void> => {
  if (settings.demo || !isForOthers(settings) || !(await hasDemoAccounts(db))) return
  throw new Error(
    'This database holds the demo world, whose accounts have a public password. Set DEMO=1 to say that you mean to show it; for people of your own, begin with an empty database: set DATA_DIR or DATABASE_URL to another one.',
  )
}
