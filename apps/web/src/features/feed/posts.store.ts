import type { Author } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import { replaceEqualDeep, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { createEntities, useEntity, type Entities } from '#web/kernel/entities.ts'
import {
  withAction,
  withAuthor,
  withFlag,
  withRemoved,
  withHidden,
  withInterest,
  withoutAction,
  withPost,
  type PendingAction,
  type PostRecord,
} from './post-record.ts'

/** A time on the logical clock of the store, which advances with every update and every fetch. */
export type LogicalTime = number

/** Store that holds every loaded post once; lists hold only ids. */
export interface PostStore {
  entities: Entities<PostRecord>
  /** Returns the merged post: null when removed, undefined when unknown. */
  get: (id: string) => FeedPost | null | undefined
  /** Advances the logical clock and returns its time, for the beginning of a fetch. */
  now: () => LogicalTime
  addFetched: (posts: readonly FeedPost[]) => void
  /** Applies a new or changed post from a live event or from an action of the viewer. */
  applyPost: (post: FeedPost) => void
  /** Applies a live event about an answer given or withdrawn. `me` is the viewer’s id. */
  applyInterest: (change: ServerMessages['event.interest'], me: string | undefined) => void
  /** Applies a changed name or picture to all posts of the author. */
  applyAuthor: (author: Author) => void
  hideAuthor: (userId: string, isHidden: boolean) => void
  /** Removes a post for this viewer at a version; without a version, permanently. */
  drop: (id: string, version?: number) => void
  markFlagged: (id: string) => void
  /** Shows an action optimistically. Returns the function to call when the server has responded. */
  beginAction: (id: string, action: PendingAction) => () => void
  /** Returns the version of the newest complete copy; 0 without one. */
  versionOf: (id: string) => number
  /** Logical time of the last live copy of each post, and of the last change of the viewer’s own answer. */
  updatedAt: ReadonlyMap<string, { post?: LogicalTime; own?: LogicalTime }>
  /** Ids of the posts that were pinned in any loaded copy; lists fetched at that time omit these posts. */
  everPinned: ReadonlySet<string>
  /** Records a connection: live events before it may have been missed. */
  markConnected: () => void
  connectedAt: () => LogicalTime
  clear: () => void
}

/** Changes of authors since the connection; fetches that began earlier may contain old data and hidden authors. */
const createAuthorChanges = (entities: Entities<PostRecord>) => {
  const authors = new Map<string, Author>()
  const hiddenAuthors = new Set<string>()
  const changePostsOf = (userId: string, change: Parameters<typeof entities.change>[1]) =>
    entities.batch(() => {
      for (const [id, { post }] of entities.entries()) if (post?.user._id === userId) entities.change(id, change)
    })
  return {
    applyAuthor: (author: Author) => {
      authors.set(author._id, author)
      changePostsOf(author._id, before => withAuthor(before, author))
    },
    hideAuthor: (userId: string, hidden: boolean) => {
      if (hidden) hiddenAuthors.add(userId)
      else hiddenAuthors.delete(userId)
      changePostsOf(userId, before => withHidden(before, hidden))
    },
    put: (post: FeedPost) => {
      const author = authors.get(post.user._id)
      entities.change(post._id, before =>
        withHidden(withPost(before, author ? { ...post, user: author } : post), hiddenAuthors.has(post.user._id)),
      )
    },
    clear: () => {
      authors.clear()
      hiddenAuthors.clear()
    },
  }
}

const createPosts = (): PostStore => {
  const entities = createEntities<PostRecord>()
  const updatedAt = new Map<string, { post?: LogicalTime; own?: LogicalTime }>()
  const everPinned = new Set<string>()
  const authors = createAuthorChanges(entities)
  let clock = 0
  let connectedAt = 0
  const recordUpdate = (id: string, kind: 'post' | 'own') =>
    updatedAt.set(id, { ...updatedAt.get(id), [kind]: ++clock })
  const put = (post: FeedPost) => {
    if (post.pinnedUntil !== undefined) everPinned.add(post._id)
    authors.put(post)
  }
  return {
    entities,
    get: id => entities.get(id)?.shown,
    now: () => ++clock,
    addFetched: posts =>
      entities.batch(() => {
        for (const post of posts) put(post)
      }),
    applyPost: post => {
      recordUpdate(post._id, 'post')
      put(post)
    },
    applyInterest: (change, me) => {
      if (change.userId !== undefined && change.userId === me) recordUpdate(change._id, 'own')
      entities.change(change._id, before => withInterest(before, change, me))
    },
    applyAuthor: authors.applyAuthor,
    hideAuthor: authors.hideAuthor,
    drop: (id, version = Infinity) => entities.change(id, before => withRemoved(before, version)),
    markFlagged: id => entities.change(id, withFlag),
    beginAction: (id, action) => {
      recordUpdate(id, 'own')
      entities.change(id, before => withAction(before, action))
      return () => {
        recordUpdate(id, 'own')
        entities.change(id, before => withoutAction(before, action))
      }
    },
    versionOf: id => entities.get(id)?.post?.version ?? 0,
    updatedAt,
    everPinned,
    markConnected: () => {
      connectedAt = ++clock
      authors.clear()
    },
    connectedAt: () => connectedAt,
    clear: () => {
      updatedAt.clear()
      everPinned.clear()
      authors.clear()
      entities.clear()
    },
  }
}

const stores = new WeakMap<QueryClient, PostStore>()

export const postStoreOf = (queryClient: QueryClient): PostStore => {
  const posts = stores.get(queryClient) ?? createPosts()
  stores.set(queryClient, posts)
  return posts
}

/** Subscribes to one post: null when removed, undefined when unknown. */
export const usePost = (id: string): FeedPost | null | undefined =>
  useEntity(postStoreOf(useQueryClient()).entities, id, record => record?.shown)

/** Subscribes to a value computed from the posts; returns the same object until something in it changes. */
export const useFromPosts = <T>(select: (posts: PostStore) => T): T => {
  const posts = postStoreOf(useQueryClient())
  const last = useRef<T>(undefined)
  return useSyncExternalStore(
    posts.entities.subscribe,
    () => (last.current = replaceEqualDeep(last.current, select(posts))),
  )
}

export const findPost = (queryClient: QueryClient, matches: (post: FeedPost) => boolean): FeedPost | undefined => {
  for (const [, { shown }] of postStoreOf(queryClient).entities.entries()) if (shown && matches(shown)) return shown
  return undefined
}

/**
 * Whether the viewer is the author: an author sees who answered without having answered, and cannot report the post.
 * `abilities.answer` is no sign, because nobody can answer a past post.
 */
export const isOwn = ({ abilities, interested }: Pick<FeedPost, 'abilities' | 'interested'>): boolean =>
  abilities.seeAnswers && !abilities.flag && !interested
