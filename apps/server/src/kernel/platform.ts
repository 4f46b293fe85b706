import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'
import type { Presence } from './presence.ts'
import type { Storage } from './storage.ts'

/** What every room is given to work with. */
export interface Platform {
  db: Db
  bus: Bus
  clock: Clock
  presence: Presence
  storage: Storage
  settings: {
    publicUrl: URL | null
    hideAccountExistence: boolean
    checkAnswers: boolean
    minClientVersion: string | null
    /** Opens `/metrics` to who is not on this machine. */
    metricsToken: string | null
  }
}
