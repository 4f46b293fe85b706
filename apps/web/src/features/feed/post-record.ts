// What is known of one post. Every account of it carries a version: the newest holds, in whatever order they come.
import type { Author } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import { replaceEqualDeep } from '@tanstack/react-query'

type InterestChange = ServerMessages['event.interest']

interface Told<T> {
  version: number
  value: T
}

/** What the reader has set going and the server has not answered yet. */
export type PendingAct =
  | {
      kind: 'answer'
      userId: string
      interested: boolean
      /** In the outbox, until the server can be reached. */
      waits?: true
    }
  | { kind: 'remove' }

/** A post as it is shown. */
export interface ShownPost extends LiveEvent {
  /** The reader's own answer has not been sent yet. */
  waits?: true
}

export interface PostRecord {
  /** The newest whole copy. */
  post?: LiveEvent
  /** How many answered, as a message said it. */
  count?: Told<number>
  /** Who is among those that answered and who is not, by user, as far as it was told. */
  answers: ReadonlyMap<string, Told<boolean>>
  /** Of the reader's own answer. */
  own?: Told<boolean> & { userId: string }
  /** At this version it was gone for this reader: only what is newer brings it back. */
  goneAt?: number
  /** Nothing of its author is to be seen. */
  hidden?: true
  /** The reader has reported it, which cannot be taken back. */
  flagged?: true
  pending: readonly PendingAct[]
  /** What is shown of all this: null when it is gone, undefined before there is a whole copy. */
  shown: ShownPost | null | undefined
}

const nothing: PostRecord = { answers: new Map(), pending: [], shown: undefined }

const isNewer = (version: number, known: { version: number } | undefined) => !known || version >= known.version

const withoutId = (ids: readonly string[], id: string) => ids.filter(one => one !== id)
const withAnswer = (ids: string[], id: string, interested: boolean) =>
  interested === ids.includes(id) ? ids : interested ? [...ids, id] : withoutId(ids, id)

/**
 * A post with the reader's own answer as it is now. Who has left its group does not see who answered it any more, apart
 * from who keeps order; who has joined it sees that once the post is read again.
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

/** The same object stays where nothing that is shown changed. */
const changed = (before: PostRecord | undefined, change: Partial<PostRecord>): PostRecord => {
  const next = { ...(before ?? nothing), ...change }
  return { ...next, shown: replaceEqualDeep(before?.shown, shownOf(next)) }
}

/** A whole copy, from wherever it came. Of two of one version the later one holds: some of it is of the moment. */
export const withPost = (before: PostRecord | undefined, post: LiveEvent): PostRecord =>
  before && !isNewer(post.version, before.post) ? before : changed(before, { post })

/** Its author as they are now: of no version, as the post is as it was. */
export const withAuthor = (before: PostRecord | undefined, author: Author): PostRecord | undefined =>
  before?.post ? changed(before, { post: { ...before.post, user: author } }) : before

/** Somebody answered, or took the answer back. `me` is the reader's id. */
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

/** Whether anything of its author is to be seen. */
export const withHidden = (before: PostRecord | undefined, hidden: boolean): PostRecord | undefined =>
  before && Boolean(before.hidden) !== hidden ? changed(before, { hidden: hidden ? true : undefined }) : before

export const withFlag = (before: PostRecord | undefined): PostRecord => changed(before, { flagged: true })

export const withAct = (before: PostRecord | undefined, act: PendingAct): PostRecord =>
  changed(before, { pending: [...(before ?? nothing).pending, act] })

export const withoutAct = (before: PostRecord | undefined, act: PendingAct): PostRecord | undefined =>
  before && changed(before, { pending: before.pending.filter(one => one !== act) })
