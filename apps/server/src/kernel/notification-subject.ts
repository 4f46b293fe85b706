import type { Author } from '@parvis/contract/entity.ts'
import type { Notification, NotificationKind } from '@parvis/contract/notifications.ts'
import type { RawBuilder } from 'kysely'
import type { Actor } from './actor.ts'
import type { AgeRule } from './minors.ts'
import type { Platform } from './platform.ts'
import type { Db, Tx } from './postgres/db.ts'

/** A row of `notifications`, with the users about whom its recipient receives none. */
export interface NotificationRow {
  id: string
  community_id: string
  user_id: string
  kind: NotificationKind
  subject_kind: string
  subject_community_id: string
  subject_id: string
  from_place: number | null
  place: number | null
  gone: object | null
  told_at: Date
  is_read: boolean
  hidden_user_ids: string[]
}

/** What the feature that owns the subject adds to the notification. */
export interface NotificationContent {
  fields: Pick<
    Notification,
    'event' | 'conversationId' | 'quote' | 'with' | 'text' | 'lang' | 'approval' | 'moderation'
  >
  actors: Author[]
  count: number
  /** The people who may still read the subject; absent if that needs no check when the live event is sent. */
  audience?: { channelIds: readonly string[]; userId: string }
}

export interface NotificationDelivery {
  /** Time in seconds for which a push service keeps the push. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** Whether a later push about the same subject makes a sound too. */
  soundsAgain?: boolean
  /** Whether the content is the same for all recipients of one community. */
  isSameForCommunity?: boolean
  /** The key in `push.json` of the text that names the action, never the content. */
  textKey(notification: Notification): string
  /** The path of the subject’s page within the community. */
  path(notification: Notification): string
}

/**
 * A kind of thing that notifications are about, declared by the feature that owns it. In SQL, `n` is the notification
 * and `r` its recipient (`user_id`, `hidden_user_ids`; in `isVisible` also `channel_ids`, and `decides` for the team).
 */
export interface NotificationSubject {
  subjectKind: string
  deliveries: Partial<Record<NotificationKind, NotificationDelivery>>
  /** Whether the recipient may read the subject, and none of those whom the notification names is hidden. */
  isVisible(now: Date): RawBuilder<boolean>
  /** Whether the recipient has read the subject itself up to the notified place. */
  isReadInPlace?: RawBuilder<boolean>
  exists: RawBuilder<boolean>
  /** Reads the contents of these notifications at once; rows without content are not shown. */
  read(
    db: Db,
    rows: readonly NotificationRow[],
    ageRule: AgeRule,
  ): Promise<ReadonlyMap<NotificationRow, NotificationContent>>
  /** Whether the actor of a live connection may receive the notification now. */
  canReceive?(actor: Actor, content: NotificationContent): boolean
}

/** The notifications of a feature. */
export interface FeatureNotifications {
  subjects?: readonly NotificationSubject[]
  /** Creates notifications when something happens. Returns a function that stops this after the pending batch. */
  start?(platform: Platform, logError: (error: unknown) => void): () => Promise<void>
  /** Creates the notifications of what was stored since the row with this id, unless they exist. */
  createMissed?(platform: Platform, since: string): Promise<void>
}

/** Subjects of notifications that are deleted in a transaction. */
export interface RemovedSubjects {
  subjectKind: string
  ids: readonly string[]
}

export type OnSubjectsRemoved = (
  platform: Pick<Platform, 'features'>,
  tx: Tx,
  removed: RemovedSubjects,
) => Promise<void>

/** Tells all features which subjects `tx` removes. The subjects are locked or already deleted. */
export const removeSubjects: OnSubjectsRemoved = async (platform, tx, removed) => {
  for (const feature of platform.features) await feature.onSubjectsRemoved?.(platform, tx, removed)
}

export const notificationSubjectsOf = ({
  features,
}: Pick<Platform, 'features'>): ReadonlyMap<string, NotificationSubject> =>
  new Map(
    features.flatMap(({ notifications }) =>
      (notifications?.subjects ?? []).map(subject => [subject.subjectKind, subject] as const),
    ),
  )
