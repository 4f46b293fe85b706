// One post, merged from fetches, live events and optimistic actions; the highest version wins in any order.
import type { Author } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import { replaceEqualDeep } from '@tanstack/react-query'

type InterestChange = ServerMessages['event.interest']

interface Versioned<T> {
  version: number
  value: T
}

/** An action of the viewer that the server has not confirmed yet. */
export type PendingAction =
  | {
      kind: 'answer'
      userId: string
      interested: boolean
      /** Set while the answer is in the outbox, because the server cannot be reached. */
      waits?: true
    }
  | { kind: 'remove' }

export interface ShownPost extends FeedPost {
  /** Set while the viewer’s answer has not been sent yet. */
  waits?: true
}

export interface PostRecord {
  /** Copy of the post with the highest version. */
  post?: FeedPost
  /** Number of answers, from a live event. */
  count?: Versioned<number>
  /** Whether each user answered according to live events, by user id. */
  answers: ReadonlyMap<string, Versioned<boolean>>
  /** The viewer’s own answer. */
  own?: Versioned<boolean> & { userId: string }
  /** Version at which the post was removed for this viewer; only a newer copy restores it. */
  removedAt?: number
  /** Set while the author is hidden from the viewer. */
  hidden?: true
  /** Set once the viewer has reported the post, which cannot be undone. */
  flagged?: true
  pending: readonly PendingAction[]
  /** The merged post: null when removed, undefined without a complete copy. */
  shown: ShownPost | null | undefined
}

const emptyRecord: PostRecord = { answers: new Map(), pending: [], shown: undefined }

const isNewer = (version: number, current: { version: number } | undefined) => !current || version >= current.version

const withAnswer = (ids: string[], id: string, interested: boolean) =>
  interested === ids.includes(id) ? ids : interested ? [...ids, id] : ids.filter(one => one !== id)

/** Who leaves the group no longer sees the answers, unless they moderate; who joins sees them after a refetch. */
const withOwnAnswer = (post: FeedPost, userId: string, interested: boolean): FeedPost => {
  const hasLeft = post.interested && !interested && !post.abilities.remove
  const seeAnswers = post.abilities.seeAnswers && !hasLeft
  return {
    ...post,
    interested,
    interestedUsersIds: seeAnswers
      ? withAnswer(post.interestedUsersIds, userId, interested)
      : interested
        ? [userId]
        : [],
    abilities: { ...post.abilities, seeAnswers },
  }
}

const withNewerAnswers = (copy: FeedPost, { count, answers, own }: PostRecord): FeedPost => {
  const isLater = <T>(update: Versioned<T> | undefined): update is Versioned<T> =>
    update !== undefined && update.version > copy.version
  const post = own && isLater(own) ? withOwnAnswer(copy, own.userId, own.value) : copy
  return {
    ...post,
    interestedCount: isLater(count) ? count.value : post.interestedCount,
    interestedUsersIds: post.abilities.seeAnswers
      ? [...answers].reduce(
          (ids, [id, update]) => (isLater(update) ? withAnswer(ids, id, update.value) : ids),
          post.interestedUsersIds,
        )
      : post.interestedUsersIds,
  }
}

const withPendingAnswer = (post: FeedPost, action: PendingAction | undefined): ShownPost =>
  action?.kind !== 'answer' || action.interested === post.interested
    ? post
    : {
        ...withOwnAnswer(post, action.userId, action.interested),
        waits: action.waits,
        interestedCount: Math.max(0, post.interestedCount + (action.interested ? 1 : -1)),
      }

const shownOf = (record: PostRecord): ShownPost | null | undefined => {
  const { post, removedAt, flagged, hidden, pending } = record
  if (hidden) return null
  if (pending.some(({ kind }) => kind === 'remove')) return null
  if (removedAt !== undefined && !(post && post.version > removedAt)) return null
  if (!post) return undefined
  const last = pending.findLast(({ kind }) => kind === 'answer')
  const shown = withPendingAnswer(withNewerAnswers(post, record), last)
  return flagged && !shown.flagged ? { ...shown, flagged } : shown
}

/** Returns the same `shown` object when nothing visible has changed. */
const updateRecord = (before: PostRecord | undefined, change: Partial<PostRecord>): PostRecord => {
  const next = { ...(before ?? emptyRecord), ...change }
  return { ...next, shown: replaceEqualDeep(before?.shown, shownOf(next)) }
}

/** Merges a complete copy. A later copy with the same version replaces the former: some fields depend on the time. */
export const withPost = (before: PostRecord | undefined, post: FeedPost): PostRecord =>
  before && !isNewer(post.version, before.post) ? before : updateRecord(before, { post })

/** Merges changed author data, which has no version. */
export const withAuthor = (before: PostRecord | undefined, author: Author): PostRecord | undefined =>
  before?.post ? updateRecord(before, { post: { ...before.post, user: author } }) : before

/** Merges a live event about an answer. `me` is the viewer’s id. */
export const withInterest = (
  before: PostRecord | undefined,
  { version, interestedCount, userId, interested }: InterestChange,
  me: string | undefined,
): PostRecord => {
  const change: Partial<PostRecord> = {}
  if (isNewer(version, before?.count)) change.count = { version, value: interestedCount }
  if (userId !== undefined && interested !== undefined) {
    const update = { version, value: interested }
    if (isNewer(version, before?.answers.get(userId))) change.answers = new Map(before?.answers).set(userId, update)
    if (userId === me && isNewer(version, before?.own)) change.own = { ...update, userId }
  }
  return updateRecord(before, change)
}

export const withRemoved = (before: PostRecord | undefined, version: number): PostRecord =>
  before?.removedAt !== undefined && before.removedAt >= version ? before : updateRecord(before, { removedAt: version })

export const withHidden = (before: PostRecord | undefined, hidden: boolean): PostRecord | undefined =>
  before && Boolean(before.hidden) !== hidden ? updateRecord(before, { hidden: hidden ? true : undefined }) : before

export const withFlag = (before: PostRecord | undefined): PostRecord => updateRecord(before, { flagged: true })

export const withAction = (before: PostRecord | undefined, action: PendingAction): PostRecord =>
  updateRecord(before, { pending: [...(before ?? emptyRecord).pending, action] })

export const withoutAction = (before: PostRecord | undefined, action: PendingAction): PostRecord | undefined =>
  before && updateRecord(before, { pending: before.pending.filter(one => one !== action) })
