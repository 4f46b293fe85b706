import type { FastifyInstance } from 'fastify'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import type { Role } from '@parvis/contract/roles.ts'
import type { ServerFrame } from '@parvis/contract/realtime.ts'
import type { TSchema } from 'typebox'
import type { Actor, LoadSession, LoadSessionById } from './actor.ts'
import type { AnyJob } from './jobs/jobs.ts'
import type { AnyLiveEventDefinition } from './live-event.ts'
import type { FeatureNotifications, OnSubjectsRemoved } from './notification-subject.ts'
import type { ExportFile, ExportRecipient, ExportSubject } from './data-export.ts'
import type { Sweep } from './jobs/sweeps.ts'
import type { AfterCommit } from './postgres/after-commit.ts'
import type { DigestContext, DigestPart } from './digest-part.ts'
import type { PictureAccess } from './picture-access.ts'
import type { Db, Tx } from './postgres/db.ts'
import type { Platform } from './platform.ts'
import type { MemberKey, OnRemoval, OnReport, Reportable, TransactionContext } from './report.ts'
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

/**
 * The order in which a departed member’s data is erased. Moderation cases come first, because they retain content and
 * its pictures; then copies of the member’s content in content of others, which are found through the originals.
 * Pictures come last, because content that refers to a picture prevents its deletion.
 */
export const erasurePhases = ['cases', 'copies', 'content', 'pictures'] as const
export type ErasurePhase = (typeof erasurePhases)[number]
type Erasure = (platform: Platform, member: ExportSubject) => Promise<void>

export interface AppContext {
  loadSession: LoadSession
  loadSessionById: LoadSessionById
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
  /** The files about a member in the member’s data export. */
  exports?(platform: Platform, recipient: ExportRecipient): ExportFile[] | Promise<ExportFile[]>
  exportsOfAccount?(platform: Platform, accountId: string): ExportFile[]
  /** Deletes what this feature stores of a departed member; idempotent, because an interrupted erasure is repeated. */
  erase?: Partial<Record<ErasurePhase, Erasure>>
  /** Deletes what this feature stores of an account whose last member is being erased. */
  eraseAccount?(platform: Platform, account: { accountId: string; email: string | null }): Promise<unknown>
  /** Whether this feature lets the actor write to the person. */
  canWriteTo?(platform: Platform, actor: Actor, userId: string): Promise<boolean>
  /** Whether an erased member’s row must remain, without content, because rows of this feature reference it. */
  needsPlaceholder?(platform: Platform, userId: string): Promise<boolean>
  /** Updates what depends on a member’s visibility after the member has left or has undone the departure. */
  onDepartureChange?(platform: Platform, context: TransactionContext, member: MemberKey): Promise<void>
  /** Runs in the transaction that makes a newcomer a full member, after their approval where the community requires it. */
  onMemberWelcomed?(platform: Platform, context: TransactionContext, newcomer: Actor): Promise<void>
  /** Throws if the actor must not give a member access again. */
  assertCanReopenAccess?(context: TransactionContext, actor: Actor, member: MemberKey): Promise<void>
  /** Runs in the transaction that changes a member’s role, after the change. */
  onRoleChange?(platform: Platform, context: TransactionContext, change: { userId: string; role: Role }): Promise<void>
  /** Runs in the transaction that moves a community, or switches its good deals on or off. */
  onCommunityMoved?(platform: Platform, context: TransactionContext, communityId: string): Promise<void>
  /** The kinds of content of this feature that members can report. */
  reportable?: readonly Reportable[]
  /** Which pictures the content of this feature shows, and to whom. */
  pictures?: PictureAccess
  /** What a digest mail lists of this feature. */
  digest?(platform: Platform, context: DigestContext): Promise<DigestPart[]>
  notifications?: FeatureNotifications
  onSubjectsRemoved?: OnSubjectsRemoved
  /** Returns a value that this feature stores encrypted with the installation's secret; null when none exists yet. */
  findEncryptedSample?(db: Db): Promise<string | null>
  frameHandlers?: readonly FrameHandler[]
  /** Reads the settings of this feature. Throws with a message for the operator when one is invalid. */
  readSettings?(env: NodeJS.ProcessEnv): Partial<Settings>
}
