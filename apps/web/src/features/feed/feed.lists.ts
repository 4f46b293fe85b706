// Which posts a list shows: the loaded pages, and live updates received since, as far as the client can tell whether
// they belong.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { IdPage, ListId, ListPart } from './feed.queries.ts'
import { mapSections, type PerSection } from './feed.sections.ts'
import { isOwn, type LogicalTime, type Posts } from './posts.store.ts'

/** The top of a list, loaded again. */
export interface ListTop {
  /** The last load, then what of earlier ones reached further down. */
  parts: readonly ListPart[]
  /** The last load stopped at the maximum length of a refresh. */
  isCut: boolean
}

/** All that was loaded of a list. */
export interface LoadedList {
  pages: readonly IdPage[]
  top: ListTop | null
}

/** The ids that a list shows, and those above it, newest first. */
export interface ListContent {
  ids: string[]
  above: PerSection<string[]>
}

/** Of the parts whose range includes an id the one loaded last; undefined where the list was not loaded so far down. */
const latestPartAt = ({ pages, top }: LoadedList, id: string): ListPart | undefined => {
  const page = pages.find(({ low }) => id >= low)
  const topPart = top?.parts.find(({ low }) => id >= low)
  return page && topPart ? (page.at > topPart.at ? page : topPart) : (page ?? topPart)
}

/** The loaded ids, each from the last load of its range. */
const loadedIds = (loaded: LoadedList): string[] => {
  const { pages, top } = loaded
  if (!top) return pages.flatMap(({ ids }) => ids)
  const lowest = top.parts.at(-1)?.low ?? ''
  // Avoids the search for every id of a long list below the refreshed top.
  const idsOfLatest = (part: ListPart) =>
    part.low !== '' && part.ids.length > 0 && part.ids[0]! < lowest
      ? part.ids
      : part.ids.filter(id => latestPartAt(loaded, id) === part)
  return [...top.parts, ...pages].flatMap(idsOfLatest).sort(newestFirst)
}

/** Merges a refreshed top over earlier ones. Whatever is below the last page comes with its own page. */
export const mergeTop = ({ pages, top }: LoadedList, last: ListPart, isCut: boolean): ListTop => {
  const end = pages.at(-1)?.low ?? ''
  const low = last.low > end ? last.low : end
  const part = { ids: last.ids.filter(id => id >= low), low, at: last.at, above: last.above }
  return { parts: [part, ...(top?.parts ?? []).filter(one => one.low < low)], isCut }
}

const idOf = ({ _id }: { _id: string }) => _id

const newestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)

/**
 * The community’s own channels, derived from its list: a post in a single channel is in the list because of that
 * channel.
 */
const ownChannels = (ids: readonly string[], posts: Posts) =>
  new Set(
    ids.flatMap(id => {
      const channels = posts.get(id)?.channelsIds ?? []
      return channels.length === 1 ? channels : []
    }),
  )

/** Whether a post belongs in a list; null when only the server can tell. */
const createMatcher = ({ communityId, filter, search, author }: ListId, ids: readonly string[], posts: Posts) => {
  const own = filter === 'community' ? ownChannels(ids, posts) : new Set<string>()
  const listed = new Set(ids)
  return (post: FeedPost): boolean | null => {
    if (author && (post.userId !== author || post.groupId === 'weather')) return false
    if (search) return null
    if (filter === 'all') return true
    if (filter === 'my') return post.interested || isOwn(post)
    if (filter === 'community')
      return post.communityId === communityId && (post.channelsIds.some(channel => own.has(channel)) || null)
    // A group, or the id of a template category, which posts do not have.
    if (!filter.includes('-')) return filter === post.groupId
    return post.templateId === null ? false : listed.has(post._id) || null
  }
}

/** The posts above a list, which are left out of it. */
const sectionsOf = (list: ListId, { pages: [page], top }: LoadedList, posts: Posts) => {
  const newest = top?.parts[0]
  const last = newest && page && newest.at > page.at ? newest : page
  const once = last ? [...posts.everAbove].flatMap(id => posts.get(id) ?? []) : []
  const isUpdatedSince = (id: string) => (posts.updatedAt.get(id)?.post ?? 0) > last!.at
  const here = mapSections(({ isShownAbove }) => once.filter(post => isShownAbove(list, post)))
  // According to the last load, or a live update since; some have expired or been unpinned by now.
  const known = mapSections((_, name) =>
    here[name].filter(({ _id }) => last?.above?.[name]?.includes(_id) || isUpdatedSince(_id)),
  )
  const idsIn = (posts: PerSection<FeedPost[]>) => new Set(Object.values(posts).flatMap(one => one.map(idOf)))
  const [hereIds, knownIds] = [idsIn(here), idsIn(known)]
  return {
    above: mapSections(({ isIn }, name) => known[name].filter(isIn).map(idOf).sort(newestFirst)),
    /** Whether a part lacks the post only because it was above the list then. */
    isOmitted: (id: string, part: ListPart) =>
      knownIds.has(id) || (last !== undefined && part.at < last.at && hereIds.has(id)),
    /**
     * Whether a part may lack it for that reason. The order in which the server answered two loads is unknown, and a
     * pin may have expired in between without a live event.
     */
    mayBeOmitted: (id: string, part: ListPart) =>
      last !== undefined && part.at > last.at && hereIds.has(id) && !knownIds.has(id),
  }
}

/** What a list shows. A post older than what was loaded comes with its own page. */
export const contentOf = (list: ListId, loaded: LoadedList, posts: Posts): ListContent => {
  const ids = loadedIds(loaded)
  const matches = createMatcher(list, ids, posts)
  const known = new Set(ids)
  const { above, isOmitted } = sectionsOf(list, loaded, posts)
  const isAbove = new Set(Object.values(above).flat())
  const listed = ids.filter(id => {
    const post = posts.get(id)
    return post && !isAbove.has(id) && matches(post) !== false
  })
  const added = [...new Set([...posts.updatedAt.keys(), ...posts.everAbove])].flatMap(id => {
    const part = known.has(id) || isAbove.has(id) ? undefined : latestPartAt(loaded, id)
    if (!part) return []
    const { post: postAt = 0, own = 0 } = posts.updatedAt.get(id) ?? {}
    // The viewer’s own answer makes a post one of theirs, but does not prove that it still exists.
    const since = list.filter === 'my' ? Math.max(postAt, own) : postAt
    const post = (since > part.at || isOmitted(id, part)) && posts.get(id)
    return post && matches(post) === true ? [id] : []
  })
  return { ids: added.length === 0 ? listed : [...listed, ...added].sort(newestFirst), above }
}

/** Whether an update was received since the list was loaded whose effect on it only the server knows. */
export const needsRefresh = (list: ListId, loaded: LoadedList, posts: Posts): boolean => {
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
  const { mayBeOmitted } = sectionsOf(list, loaded, posts)
  const isMissing = [...posts.everAbove].some(id => {
    const part = ids.includes(id) ? undefined : latestPartAt(loaded, id)
    return part && mayBeOmitted(id, part) && !isOutOfReach(id, part.at)
  })
  if (isMissing) return true
  return [...posts.updatedAt].some(([id, update]) => {
    const part = latestPartAt(loaded, id)
    if (!part) return false
    const post = posts.get(id)
    if (post === null) return false
    // Answered, but never loaded whole.
    const since = (post ? update.post : list.filter === 'my' ? update.own : undefined) ?? 0
    return since > part.at && !isOutOfReach(id, since) && (!post || matches(post) === null)
  })
}
