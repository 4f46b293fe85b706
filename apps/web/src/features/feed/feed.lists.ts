// Computes the posts of a list: loaded pages plus later live updates that the client can assign to the list.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { IdPage, ListPart } from './feed.queries.ts'
import { isPinned } from './feed.pinned.ts'
import { isUnfiltered, type ListId } from './list-id.ts'
import { isOwn, type LogicalTime, type PostStore } from './posts.store.ts'

/** The refetched top of a list. */
export interface ListTop {
  /** The latest fetch, then the parts of earlier fetches that reach further down. */
  parts: readonly ListPart[]
  /** Whether the latest fetch stopped at MAX_PAGES. */
  isCut: boolean
}

/** All parts of a list that were loaded. */
export interface LoadedList {
  pages: readonly IdPage[]
  top: ListTop | null
}

/** Ids in a list, and ids of the pinned posts above the list, newest first. */
export interface ListContent {
  ids: string[]
  pinned: string[]
}

/** Returns the latest fetched part whose range contains an id; undefined when the list was not loaded so far down. */
const latestPartAt = ({ pages, top }: LoadedList, id: string): ListPart | undefined => {
  const page = pages.find(({ low }) => id >= low)
  const topPart = top?.parts.find(({ low }) => id >= low)
  return page && topPart ? (page.at > topPart.at ? page : topPart) : (page ?? topPart)
}

/** Returns the loaded ids, each from the latest fetch of its range. */
const loadedIds = (loaded: LoadedList): string[] => {
  const { pages, top } = loaded
  if (!top) return pages.flatMap(({ ids }) => ids)
  const lowest = top.parts.at(-1)?.low ?? ''
  // Skips the search for ids below the refreshed top, which would be slow in a long list.
  const idsOfLatest = (part: ListPart) =>
    part.low !== '' && part.ids.length > 0 && part.ids[0]! < lowest
      ? part.ids
      : part.ids.filter(id => latestPartAt(loaded, id) === part)
  return [...top.parts, ...pages].flatMap(idsOfLatest).sort(newestFirst)
}

/** Merges a refreshed top over earlier ones; ids below the last loaded page are dropped. */
export const mergeTop = ({ pages, top }: LoadedList, refreshed: ListPart, isCut: boolean): ListTop => {
  const end = pages.at(-1)?.low ?? ''
  const low = refreshed.low > end ? refreshed.low : end
  const part = { ids: refreshed.ids.filter(id => id >= low), low, at: refreshed.at, above: refreshed.above }
  return { parts: [part, ...(top?.parts ?? []).filter(one => one.low < low)], isCut }
}

const newestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)

/** The channels of the community: a post with a single channel is in its list because of that channel. */
const ownChannels = (ids: readonly string[], posts: PostStore) =>
  new Set(
    ids.flatMap(id => {
      const channels = posts.get(id)?.channelsIds ?? []
      return channels.length === 1 ? channels : []
    }),
  )

/** Whether a post belongs to a list; null when only the server can tell. */
const createMatcher = ({ communityId, filter, search, author }: ListId, ids: readonly string[], posts: PostStore) => {
  const own = filter === 'community' ? ownChannels(ids, posts) : new Set<string>()
  const listed = new Set(ids)
  return (post: FeedPost): boolean | null => {
    if (author && (post.userId !== author || post.groupId === 'weather')) return false
    if (search) return null
    if (filter === 'all') return true
    if (filter === 'my') return post.interested || isOwn(post)
    if (filter === 'community')
      return post.communityId === communityId && (post.channelsIds.some(channel => own.has(channel)) || null)
    // The filter is a group, or the id of a template category, which posts do not contain.
    if (!filter.includes('-')) return filter === post.groupId
    return post.templateId === null ? false : listed.has(post._id) || null
  }
}

/** The pinned posts above a list, and whether a part of the list lacks a post because it was above the list. */
const pinnedAbove = (list: ListId, { pages: [page], top }: LoadedList, posts: PostStore) => {
  const newest = top?.parts[0]
  const last = newest && page && newest.at > page.at ? newest : page
  const everPinned =
    last && isUnfiltered(list)
      ? [...posts.everPinned].filter(id => posts.get(id)?.communityId === list.communityId)
      : []
  const isUpdatedSince = (id: string) => (posts.updatedAt.get(id)?.post ?? 0) > last!.at
  // Posts pinned according to the latest fetch or a later live update; some pins may have ended.
  const byLatest = everPinned.filter(id => last?.above?.pinned?.includes(id) || isUpdatedSince(id))
  return {
    pinned: byLatest.filter(id => isPinned(posts.get(id)!)).sort(newestFirst),
    /** Whether a part lacks a post only because the post was above the list at that time. */
    isOmitted: (id: string, part: ListPart) =>
      byLatest.includes(id) || (last !== undefined && part.at < last.at && everPinned.includes(id)),
    /**
     * Whether a part may lack a post because it was above the list. The order in which the server handled two fetches
     * is unknown, and a pin may have expired in between without a live event.
     */
    mayBeOmitted: (id: string, part: ListPart) =>
      last !== undefined && part.at > last.at && everPinned.includes(id) && !byLatest.includes(id),
  }
}

/** Omits posts older than the loaded range, because they belong to a page that is not loaded yet. */
export const listContentOf = (list: ListId, loaded: LoadedList, posts: PostStore): ListContent => {
  const ids = loadedIds(loaded)
  const matches = createMatcher(list, ids, posts)
  const known = new Set(ids)
  const { pinned, isOmitted } = pinnedAbove(list, loaded, posts)
  const listed = ids.filter(id => {
    const post = posts.get(id)
    return post && !pinned.includes(id) && matches(post) !== false
  })
  const added = [...new Set([...posts.updatedAt.keys(), ...posts.everPinned])].flatMap(id => {
    const part = known.has(id) || pinned.includes(id) ? undefined : latestPartAt(loaded, id)
    if (!part) return []
    const { post: postAt = 0, own = 0 } = posts.updatedAt.get(id) ?? {}
    // The viewer’s answer adds a post to the list `my`, but does not prove that the post still exists.
    const since = list.filter === 'my' ? Math.max(postAt, own) : postAt
    const post = (since > part.at || isOmitted(id, part)) && posts.get(id)
    return post && matches(post) === true ? [id] : []
  })
  return { ids: added.length === 0 ? listed : [...listed, ...added].sort(newestFirst), pinned }
}

/** Whether a later update affects the list in a way that only the server knows. */
export const needsRefresh = (list: ListId, loaded: LoadedList, posts: PostStore): boolean => {
  const { pages, top } = loaded
  const last = top?.parts[0]
  const isOutOfReach = (low: string, since: LogicalTime) => top?.isCut && last && last.at > since && low < last.low
  const connectedAt = posts.connectedAt()
  const hasMissedUpdates = pages.some(
    ({ at, low }) =>
      at < connectedAt && !(last && last.at > connectedAt && low >= last.low) && !isOutOfReach(low, connectedAt),
  )
  if (hasMissedUpdates) return true
  const ids = loadedIds(loaded)
  const matches = createMatcher(list, ids, posts)
  const { mayBeOmitted } = pinnedAbove(list, loaded, posts)
  const isMissing = [...posts.everPinned].some(id => {
    const part = ids.includes(id) ? undefined : latestPartAt(loaded, id)
    return part && mayBeOmitted(id, part) && !isOutOfReach(id, part.at)
  })
  if (isMissing) return true
  return [...posts.updatedAt].some(([id, update]) => {
    const part = latestPartAt(loaded, id)
    if (!part) return false
    const post = posts.get(id)
    if (post === null) return false
    // Covers a post that the viewer answered but that was never loaded completely.
    const since = (post ? update.post : list.filter === 'my' ? update.own : undefined) ?? 0
    return since > part.at && !isOutOfReach(id, since) && (!post || matches(post) === null)
  })
}
