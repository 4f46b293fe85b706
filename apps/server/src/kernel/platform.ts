import type { Background } from './background.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Db } from './postgres/db.ts'
import type { Feature } from './feature.ts'
import type { FetchExternal } from './outside/fetch-external.ts'
import type { PostExternal } from './outside/post-external.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mail.ts'
import type { Presence } from './presence.ts'
import type { SecretBox } from './secret-box.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage.ts'

export interface Platform {
  db: Db
  bus: Bus
  background: Background
  clock: Clock
  presence: Presence
  storage: Storage
  fetchExternal: FetchExternal
  postExternal: PostExternal
  settings: Settings
  jobs: Jobs
  mailer: Mailer
  secretBox: SecretBox
  /** The app's public origin for links in mails; set when the server starts to listen. */
  site: { origin: string }
  /** Iterated over for what each feature declares. */
  features: readonly Feature[]
}
