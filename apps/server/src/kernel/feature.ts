import type { FastifyInstance } from 'fastify'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import type { ServerFrame } from '@parvis/contract/realtime.ts'
import type { TSchema } from 'typebox'
import type { Actor, LoadSession, LoadSessionById } from './actor.ts'
import type { AnyJob } from './jobs/jobs.ts'
import type { AnyLiveEventDefinition } from './live-event.ts'
import type { Sweep } from './jobs/sweeps.ts'
import type { AfterCommit } from './postgres/after-commit.ts'
import type { Db, Tx } from './postgres/db.ts'
import type { Platform } from './platform.ts'
import type { OnRemoval, OnReport } from './report.ts'
import type { Settings } from './settings.ts'

/** An answer to an event, or its withdrawal. The row of the event is locked until `tx` ends. */
export interface AnswerChange {
  tx: Tx
  afterCommit: AfterCommit
  actor: Actor
  event: { communityId: string; eventId: string; groupId: EventGroup; userId: string }
  interested: boolean
}
type OnAnswer = (platform: Platform, answer: AnswerChange) => Promise<void>

export interface FrameSender {
  actor: Actor
  reply(frame: ServerFrame): void
}

export interface FrameHandler {
  event: string
  schema: TSchema
  /** Resolves when the next frame of the connection may be handled. `remainingWork` may continue meanwhile. */
  handle(platform: Platform, sender: FrameSender, frame: never): Promise<{ remainingWork: Promise<unknown> } | void>
}

export interface AppContext {
  loadSession: LoadSession
  loadSessionById: LoadSessionById
  liveEvents: readonly AnyLiveEventDefinition[]
  onAnswer: OnAnswer
  onReport: OnReport
  onRemoval: OnRemoval
  frameHandlers: readonly FrameHandler[]
}

export interface Feature {
  routes(app: FastifyInstance, platform: Platform, context: AppContext): void
  liveEvents?: readonly AnyLiveEventDefinition[]
  sweeps?: readonly Sweep[]
  /** Returns those of `ids` that this feature's rows reference: stored files that no feature references are removed. */
  findReferencedIds?(db: Db, ids: readonly string[]): Promise<readonly string[]>
  jobs?: readonly AnyJob[]
  onAnswer?: OnAnswer
  onReport?: OnReport
  onRemoval?: OnRemoval
  /** Returns a value that this feature stores encrypted with the installation's secret; null when none exists yet. */
  findEncryptedSample?(db: Db): Promise<string | null>
  frameHandlers?: readonly FrameHandler[]
  /** Reads the settings of this feature. Throws with a message for the operator when one is invalid. */
  readSettings?(env: NodeJS.ProcessEnv): Partial<Settings>
}
