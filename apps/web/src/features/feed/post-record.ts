// The state of one post, merged from fetches, live events and optimistic actions. Each update has a version; the newest
// wins, in whatever order they arrive.
import type { Author } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import { replaceEqualDeep } from '@tanstack/react-query'

type InterestChange = ServerMessages['event.interest']

interface Told<T> {
  version: number
  value: T
}

/** An action of the viewer that the server has not confirmed. */
export type PendingAct =
  | {
      kind: 'answer'
      userId: string
      interested: boolean
      /** In the outbox, until the server can be reached. */
      waits?: true
    }
  | { kind: 'remove' }

export interface ShownPost extends LiveEvent {
  /** The viewer’s own answer is not sent yet. */
  waits?: true
}

export interface PostRecord {
  /** The newest complete copy. */
  post?: LiveEvent
  /** The number of answers, from a live event. */
  count?: Told<number>
  /** By user, whether they answered, as far as live events have said. */
  answers: ReadonlyMap<string, Told<boolean>>
  /** The viewer’s own answer. */
  own?: Told<boolean> & { userId: string }
  /** Removed for this viewer at this version; only a newer copy restores it. */
  goneAt?: number
  /** The author is hidden from the viewer. */
  hidden?: true
  /** The viewer has reported it, which is final. */
  flagged?: true
  pending: readonly PendingAct[]
  /** The merged post: null when removed, undefined before there is a complete copy. */
  shown: ShownPost | null | undefined
}

const nothing: PostRecord = { answers: new Map(), pending: [], shown: undefined }

const isNewer = (version: number, known: { version: number } | undefined) => !known || version >= known.version

const withoutId = (ids: readonly string[], id: string) => ids.filter(one => one !== id)
const withAnswer = (ids: string[], id: string, interested: boolean) =>
  interested === ids.includes(id) ? ids : interested ? [...ids, id] : withoutId(ids, id)

/**
 * Applies the viewer’s own answer. A member who leaves the group no longer sees who answered, unless they moderate; one
 * who joins sees it after a refetch.
 */
const withOwn = (post: LiveEvent, userId: string, interested: boolean): LiveEvent => {
  const left = post.interested && !interested && !post.abilities.remove
  const seeAnswers = post.abilities.seeAnswers && !left
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

const withTold = (copy: LiveEvent, { count, answers, own }: PostRecord): LiveEvent => {
  const isLater = <T>(told: Told<T> | undefined): told is Told<T> => told !== undefined && told.version > copy.version
  const post = own && isLater(own) ? withOwn(copy, own.userId, own.value) : copy
  return {
    ...post,
    interestedCount: isLater(count) ? count.value : post.interestedCount,
    interestedUsersIds: post.abilities.seeAnswers
      ? [...answers].reduce(
          (ids, [id, told]) => (isLater(told) ? withAnswer(ids, id, told.value) : ids),
          post.interestedUsersIds,
        )
      : post.interestedUsersIds,
  }
}

const withPending = (post: LiveEvent, act: PendingAct | undefined): ShownPost =>
  act?.kind !== 'answer' || act.interested === post.interested
    ? post
    : {
        ...withOwn(post, act.userId, act.interested),
        waits: act.waits,
        interestedCount: Math.max(0, post.interestedCount + (act.interested ? 1 : -1)),
      }

const shownOf = (record: PostRecord): ShownPost | null | undefined => {
  const { post, goneAt, flagged, hidden, pending } = record
  if (hidden) return null
  if (pending.some(({ kind }) => kind === 'remove')) return null
  if (goneAt !== undefined && !(post && post.version > goneAt)) return null
  if (!post) return undefined
  const last = pending.findLast(({ kind }) => kind === 'answer')
  const shown = withPending(withTold(post, record), last)
  return flagged && !shown.flagged ? { ...shown, flagged } : shown
}

/** Keeps the same object where nothing that is shown has changed. */
const changed = (before: PostRecord | undefined, change: Partial<PostRecord>): PostRecord => {
  const next = { ...(before ?? nothing), ...change }
  return { ...next, shown: replaceEqualDeep(before?.shown, shownOf(next)) }
}

/** Merges a complete copy. Of two with the same version the later wins, since some fields depend on the time. */
export const withPost = (before: PostRecord | undefined, post: LiveEvent): PostRecord =>
  before && !isNewer(post.version, before.post) ? before : changed(before, { post })

/** Merges a changed author, which has no version. */
export const withAuthor = (before: PostRecord | undefined, author: Author): PostRecord | undefined =>
  before?.post ? changed(before, { post: { ...before.post, user: author } }) : before

/** Merges a live event about an answer. `me` is the viewer’s id. */
export const withInterest = (
  before: PostRecord | undefined,
  { version, interestedCount, userId, interested }: InterestChange,
  me: string | undefined,
): PostRecord => {
  const change: Partial<PostRecord> = {}
  if (isNewer(version, before?.count)) change.count = { version, value: interestedCount }
  if (userId !== undefined && interested !== undefined) {
    const told = { version, value: interested }
    if (isNewer(version, before?.answers.get(userId))) change.answers = new Map(before?.answers).set(userId, told)
    if (userId === me && isNewer(version, before?.own)) change.own = { ...told, userId }
  }
  return changed(before, change)
}

export const withGone = (before: PostRecord | undefined, version: number): PostRecord =>
  before?.goneAt !== undefined && before.goneAt >= version ? before : changed(before, { goneAt: version })

export const withHidden = (before: PostRecord | undefined, hidden: boolean): PostRecord | undefined =>
  before && Boolean(before.hidden) !== hidden ? changed(before, { hidden: hidden ? true : undefined }) : before

export const withFlag = (before: PostRecord | undefined): PostRecord => changed(before, { flagged: true })

export const withAct = (before: PostRecord | undefined, act: PendingAct): PostRecord =>
  changed(before, { pending: [...(before ?? nothing).pending, act] })

export const withoutAct = (before: PostRecord | undefined, act: PendingAct): PostRecord | undefined =>
  before && changed(before, { pending: before.pending.filter(one => one !== act) })
