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

/** A time on the logical clock of the store, which advances with every update and every fetch. */
export type Moment = number

/** Every loaded post, once; lists hold ids. */
export interface Posts {
  entities: Entities<PostRecord>
  /** The post as shown: null when removed, undefined when unknown. */
  get: (id: string) => LiveEvent | null | undefined
  /** The time at which a fetch begins. */
  now: () => Moment
  /** Posts from a fetch. */
  read: (posts: readonly LiveEvent[]) => void
  /** A new or changed post from a live event. */
  tell: (post: LiveEvent) => void
  /** An answer given or withdrawn, from a live event. `me` is the viewer’s id. */
  tellInterest: (change: ServerMessages['event.interest'], me: string | undefined) => void
  /** A changed name or picture, for every post of the author. */
  tellAuthor: (author: Author) => void
  hideAuthor: (userId: string, hidden: boolean) => void
  /** Removes a post for this viewer at a version; without one for good. */
  drop: (id: string, version?: number) => void
  flag: (id: string) => void
  /** Shows an action optimistically. Returns the function to call once the server has answered. */
  begin: (id: string, act: PendingAct) => () => void
  /** The version of the newest complete copy, 0 without one. */
  versionOf: (id: string) => number
  /** When a live event last brought a complete copy of a post, or the viewer’s own answer last changed. */
  told: ReadonlyMap<string, { post?: Moment; own?: Moment }>
  /** Every post that any copy placed above a list: pages of that list loaded then lack it. */
  onceAbove: ReadonlySet<string>
  /** Live events before this connection may have been missed. */
  connected: () => void
  connectedAt: () => Moment
  clear: () => void
}

const createPosts = (): Posts => {
  const entities = createEntities<PostRecord>()
  const told = new Map<string, { post?: Moment; own?: Moment }>()
  const onceAbove = new Set<string>()
  /** Authors changed since the connection; fetches that began before may have the old data. */
  const authors = new Map<string, Author>()
  /** Authors hidden since the connection; fetches that began before still include their posts. */
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

/** The post store of a query client. */
export const postsIn = (queryClient: QueryClient): Posts => {
  const posts = stores.get(queryClient) ?? createPosts()
  stores.set(queryClient, posts)
  return posts
}

const shownOf = (record: PostRecord | undefined) => record?.shown

/** One post, which renders again when it changes: null when removed, undefined when unknown. */
export const usePost = (id: string): LiveEvent | null | undefined =>
  useEntity(postsIn(useQueryClient()).entities, id, shownOf)

export const findPost = (queryClient: QueryClient, isIt: (post: LiveEvent) => boolean): LiveEvent | undefined => {
  for (const [, { shown }] of postsIn(queryClient).entities.entries()) if (shown && isIt(shown)) return shown
  return undefined
}

/**
 * Whether the viewer is the author: an author sees who answered without having answered, and cannot report the post.
 * The ability to answer says nothing, since nobody can answer a past post.
 */
export const isOwn = ({ abilities, interested }: Pick<LiveEvent, 'abilities' | 'interested'>): boolean =>
  abilities.seeAnswers && !abilities.flag && !interested
