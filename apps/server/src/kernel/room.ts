import type { FastifyInstance } from 'fastify'
import type { CachedImage } from '@parvis/contract/installation.ts'
import type { Actor, LoadSession } from './actor.ts'
import type { AnyJob } from './jobs/jobs.ts'
import type { AnyAnnouncement } from './announcement.ts'
import type { Db } from './postgres/db.ts'
import type { Platform } from './platform.ts'
import type { Settings } from './settings.ts'

/** What the composed server gives to each of its rooms beside the platform. */
export interface House {
  loadSession: LoadSession
  /** Those of all rooms. */
  announcements: readonly AnyAnnouncement[]
  /** Those that all rooms name. */
  findCachedImages(db: Db, actor: Actor): Promise<CachedImage[]>
}

/** All that the server knows of a room: `rooms.ts` lists them. */
export interface Room {
  routes(app: FastifyInstance, platform: Platform, house: House): void
  /** What it tells to open screens. */
  announcements?: readonly AnyAnnouncement[]
  /** What it forgets with time: each is run once an hour. */
  sweeps?: readonly ((platform: Platform) => Promise<unknown>)[]
  /** What it does outside of calls, as sending mails: each is done at least once, also after a crash. */
  jobs?: readonly AnyJob[]
  /** Addresses of the pictures that its screens show again and again, which a client may fetch ahead. */
  findCachedImages?(db: Db, actor: Actor): Promise<CachedImage[]>
  /** Its own settings. Throws with a sentence for the person who starts the server when one cannot be right. */
  readSettings?(env: NodeJS.ProcessEnv): Partial<Settings>
}
