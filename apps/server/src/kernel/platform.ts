import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Db } from './postgres/db.ts'
import type { FetchOutside } from './outside/fetch-outside.ts'
import type { Presence } from './presence.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage.ts'

/** What every room is given to work with. */
export interface Platform {
  db: Db
  bus: Bus
  clock: Clock
  presence: Presence
  storage: Storage
  fetchOutside: FetchOutside
  settings: Settings
}
