import type { FastifyInstance } from 'fastify'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import type { CachedImage } from '@parvis/contract/installation.ts'
import type { ServerFrame } from '@parvis/contract/realtime.ts'
import type { TSchema } from 'typebox'
import type { Actor, LoadSession, LoadSessionById } from './actor.ts'
import type { AnyJob } from './jobs/jobs.ts'
import type { AnyAnnouncement } from './announcement.ts'
import type { Clock } from './clock.ts'
import type { Sweep } from './jobs/sweeps.ts'
import type { AfterCommit } from './postgres/after-commit.ts'
import type { Db, Tx } from './postgres/db.ts'
import type { Platform } from './platform.ts'
import type { OnRemoval, OnReport } from './report.ts'
import type { Settings } from './settings.ts'

/** A member answered an event, or took the answer back. The event is locked until `tx` ends. */
export interface GivenAnswer {
  tx: Tx
  afterCommit: AfterCommit
  actor: Actor
  event: { communityId: string; eventId: string; groupId: EventGroup; userId: string }
  interested: boolean
}
type OnAnswer = (platform: Platform, answer: GivenAnswer) => Promise<void>

/** Who sent a frame over the live connection, and the way to answer them there. */
export interface FrameSender {
  actor: Actor
  reply(frame: ServerFrame): void
}

/**
 * A frame that a feature understands, by its name. Whatever it throws is answered to its sender as an error of the
 * catalogue.
 */
export interface FrameHandler {
  event: string
  /** Of a frame as it is sent; another is answered by `badrequest`. */
  schema: TSchema
  /** Resolves once what comes after it on the same connection may be handled: what is left to do then is `rest`. */
  handle(platform: Platform, sender: FrameSender, frame: never): Promise<{ rest: Promise<unknown> } | void>
}

/** What the composed server gives to each of its features beside the platform. */
export interface AppContext {
  loadSession: LoadSession
  loadSessionById: LoadSessionById
  /** Those of all features. */
  announcements: readonly AnyAnnouncement[]
  /** Those that all features name. */
  findCachedImages(db: Db, actor: Actor, clock: Clock): Promise<CachedImage[]>
  /** What all features do in the transaction of an answer. */
  onAnswer: OnAnswer
  /** The same of a report. */
  onReport: OnReport
  /** The same of what the team takes away. */
  onRemoval: OnRemoval
  /** Those of all features. */
  frames: readonly FrameHandler[]
}

/** All that the server knows of a feature: `features.ts` lists them. */
export interface Feature {
  routes(app: FastifyInstance, platform: Platform, house: AppContext): void
  /** What it tells to open screens. */
  announcements?: readonly AnyAnnouncement[]
  /** What it forgets with time: each is run once an hour, and at the start. */
  sweeps?: readonly Sweep[]
  /** Those of these ids under which it keeps bytes in the storage: what no feature names is removed. */
  findStored?(db: Db, ids: readonly string[]): Promise<readonly string[]>
  /** What it does outside of calls, as sending mails: each is done at least once, also after a crash. */
  jobs?: readonly AnyJob[]
  /** Addresses of the pictures that its screens show again and again, which a client may fetch ahead. */
  findCachedImages?(db: Db, actor: Actor, clock: Clock): Promise<CachedImage[]>
  /** What it does when a member answers an event, or takes the answer back: there when the answer is. */
  onAnswer?: OnAnswer
  /** What it does when a member reports something: there when the report is. */
  onReport?: OnReport
  /** What it does when the team takes something away that is not its own. */
  onRemoval?: OnRemoval
  /** Something that it keeps encrypted with the secret of the installation; null where it keeps nothing yet. */
  findSealed?(db: Db): Promise<string | null>
  /** What clients may send it over the live connection. */
  frames?: readonly FrameHandler[]
  /** Its own settings. Throws with a sentence for the person who starts the server when one cannot be right. */
  readSettings?(env: NodeJS.ProcessEnv): Partial<Settings>
}
