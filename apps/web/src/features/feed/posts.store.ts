import type { Author } from '@parvis/contract/entity.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createEntities, useEntity, type Entities } from '#web/kernel/entities.ts'
import { wasInSection } from './feed.sections.ts'
import {
  withAct,
  withAuthor,
  withFlag,
  withGone,
  withHidden,
  withInterest,
  withoutAct,
  withPost,
  type PendingAct,
  type PostRecord,
} from './post-record.ts'

/** When something was told, on the store's own clock, which goes on with everything that it is told and every fetch. */
export type Moment = number

/** Every post that was read or told, once; lists hold ids. */
export interface Posts {
  entities: Entities<PostRecord>
  /** What is shown of a post: null when it is gone, undefined where it is not known. */
  get: (id: string) => LiveEvent | null | undefined
  /** The moment that a fetch sets out. */
  now: () => Moment
  /** What a fetch brought. */
  read: (posts: readonly LiveEvent[]) => void
  /** A post that is new, or changed: told by the server without being asked. */
  tell: (post: LiveEvent) => void
  /** Somebody answered or took the answer back. `me` is the reader's id. */
  tellInterest: (change: ServerMessages['event.interest'], me: string | undefined) => void
  /** Somebody is called or looks otherwise: on every post of theirs. */
  tellAuthor: (author: Author) => void
  /** Nothing of this person is to be seen any more, or something is again. */
  hideAuthor: (userId: string, hidden: boolean) => void
  /** Gone for this reader at a version; without one for good. */
  drop: (id: string, version?: number) => void
  flag: (id: string) => void
  /** Shows what the reader does before the server has answered. Returns the end of it, to be called when it has. */
  begin: (id: string, act: PendingAct) => () => void
  /** The version of the newest whole copy, 0 where there is none. */
  versionOf: (id: string) => number
  /** When the last whole copy of a post was told, or something of the reader's own answer to it. */
  told: ReadonlyMap<string, { post?: Moment; own?: Moment }>
  /** Every post that stood above a list by some copy of it: what was read of the list then lacks it. */
  onceAbove: ReadonlySet<string>
  /** The live connection stands: what is older may have missed something. */
  connected: () => void
  connectedAt: () => Moment
  clear: () => void
}

const createPosts = (): Posts => {
  const entities = createEntities<PostRecord>()
  const told = new Map<string, { post?: Moment; own?: Moment }>()
  const onceAbove = new Set<string>()
  /** As they were told since the connection stands: what set out before may not know of it. */
  const authors = new Map<string, Author>()
  /**
   * Of whom nothing is to be seen, as it was told since the connection stands: what set out before brings them still.
   */
  const unseen = new Set<string>()
  let moment = 0
  let connectedAt = 0
  const note = (id: string, what: 'post' | 'own') => told.set(id, { ...told.get(id), [what]: ++moment })
  const take = (post: LiveEvent) => {
    if (wasInSection(post)) onceAbove.add(post._id)
    const author = authors.get(post.user._id)
    entities.change(post._id, before =>
      withHidden(withPost(before, author ? { ...post, user: author } : post), unseen.has(post.user._id)),
    )
  }
  return {
    entities,
    get: id => entities.get(id)?.shown,
    now: () => ++moment,
    read: posts =>
      entities.batch(() => {
        for (const post of posts) take(post)
      }),
    tell: post => {
      note(post._id, 'post')
      take(post)
    },
    tellInterest: (change, me) => {
      if (change.userId !== undefined && change.userId === me) note(change._id, 'own')
      entities.change(change._id, before => withInterest(before, change, me))
    },
    tellAuthor: author => {
      authors.set(author._id, author)
      entities.batch(() => {
        for (const [id, { post }] of entities.entries())
          if (post?.user._id === author._id) entities.change(id, before => withAuthor(before, author))
      })
    },
    hideAuthor: (userId, hidden) => {
      if (hidden) unseen.add(userId)
      else unseen.delete(userId)
      entities.batch(() => {
        for (const [id, { post }] of entities.entries())
          if (post?.user._id === userId) entities.change(id, before => withHidden(before, hidden))
      })
    },
    drop: (id, version = Infinity) => entities.change(id, before => withGone(before, version)),
    flag: id => entities.change(id, withFlag),
    begin: (id, act) => {
      note(id, 'own')
      entities.change(id, before => withAct(before, act))
      return () => {
        note(id, 'own')
        entities.change(id, before => withoutAct(before, act))
      }
    },
    versionOf: id => entities.get(id)?.post?.version ?? 0,
    told,
    onceAbove,
    connected: () => {
      connectedAt = ++moment
      authors.clear()
      unseen.clear()
    },
    connectedAt: () => connectedAt,
    clear: () => {
      told.clear()
      onceAbove.clear()
      authors.clear()
      unseen.clear()
      entities.clear()
    },
  }
}

const stores = new WeakMap<QueryClient, Posts>()

/** The posts that belong to a cache of queries. */
export const postsIn = (queryClient: QueryClient): Posts => {
  const posts = stores.get(queryClient) ?? createPosts()
  stores.set(queryClient, posts)
  return posts
}

const shownOf = (record: PostRecord | undefined) => record?.shown

/** One post, drawn again when it changes: null when it is gone, undefined where it is not known. */
export const usePost = (id: string): LiveEvent | null | undefined =>
  useEntity(postsIn(useQueryClient()).entities, id, shownOf)

/** The first post of which something is true. */
export const findPost = (queryClient: QueryClient, isIt: (post: LiveEvent) => boolean): LiveEvent | undefined => {
  for (const [, { shown }] of postsIn(queryClient).entities.entries()) if (shown && isIt(shown)) return shown
  return undefined
}

/**
 * A post of the reader's own: its author sees who answered without having answered, and has nobody to report. That there
 * is nothing to answer tells nothing: what is past takes no answers from anybody.
 */
export const isOwn = ({ abilities, interested }: Pick<LiveEvent, 'abilities' | 'interested'>): boolean =>
  abilities.seeAnswers && !abilities.flag && !interested
