// Which posts a list shows: the loaded pages, and live updates received since, as far as the client can tell whether
// they belong.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { IdPage, ListName, ReadPart } from './feed.queries.ts'
import { bySection, type BySection } from './feed.sections.ts'
import { isOwn, type Moment, type Posts } from './posts.store.ts'

/** The top of a list, loaded again. */
export interface Top {
  /** The last load, then what of earlier ones reached further down. */
  parts: readonly ReadPart[]
  /** The last load stopped at the maximum length of a refresh. */
  isCut: boolean
}

/** All that was loaded of a list. */
export interface Read {
  pages: readonly IdPage[]
  top: Top | null
}

/** The ids that a list shows, and those above it, newest first. */
export interface ListContent {
  ids: string[]
  above: BySection<string[]>
}

/** Of the parts whose range includes an id the one loaded last; undefined where the list was not loaded so far down. */
const partAt = ({ pages, top }: Read, id: string): ReadPart | undefined => {
  const page = pages.find(({ low }) => id >= low)
  const fromTop = top?.parts.find(({ low }) => id >= low)
  return page && fromTop ? (page.at > fromTop.at ? page : fromTop) : (page ?? fromTop)
}

/** The loaded ids, each from the last load of its range. */
const idsRead = (read: Read): string[] => {
  const { pages, top } = read
  if (!top) return pages.flatMap(({ ids }) => ids)
  const lowest = top.parts.at(-1)?.low ?? ''
  // Avoids the search for every id of a long list below the refreshed top.
  const inLastReading = (part: ReadPart) =>
    part.low !== '' && part.ids.length > 0 && part.ids[0]! < lowest
      ? part.ids
      : part.ids.filter(id => partAt(read, id) === part)
  return [...top.parts, ...pages].flatMap(inLastReading).sort(newestFirst)
}

/** Merges a refreshed top over earlier ones. Whatever is below the last page comes with its own page. */
export const layOver = ({ pages, top }: Read, last: ReadPart, isCut: boolean): Top => {
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
const makeFits = ({ communityId, filter, search, author }: ListName, ids: readonly string[], posts: Posts) => {
  const own = filter === 'community' ? ownChannels(ids, posts) : new Set<string>()
  const listed = new Set(ids)
  return (post: LiveEvent): boolean | null => {
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
const sectionsOf = (list: ListName, { pages: [page], top }: Read, posts: Posts) => {
  const newest = top?.parts[0]
  const last = newest && page && newest.at > page.at ? newest : page
  const once = last ? [...posts.onceAbove].flatMap(id => posts.get(id) ?? []) : []
  const isTold = (id: string) => (posts.told.get(id)?.post ?? 0) > last!.at
  const here = bySection(({ standsAbove }) => once.filter(post => standsAbove(list, post)))
  // According to the last load, or a live update since; some have expired or been unpinned by now.
  const known = bySection((_, name) =>
    here[name].filter(({ _id }) => last?.above?.[name]?.includes(_id) || isTold(_id)),
  )
  const idsIn = (posts: BySection<LiveEvent[]>) => new Set(Object.values(posts).flatMap(one => one.map(idOf)))
  const [hereIds, knownIds] = [idsIn(here), idsIn(known)]
  return {
    above: bySection(({ isIn }, name) => known[name].filter(isIn).map(idOf).sort(newestFirst)),
    /** Whether a part lacks the post only because it was above the list then. */
    isLeftOut: (id: string, part: ReadPart) =>
      knownIds.has(id) || (last !== undefined && part.at < last.at && hereIds.has(id)),
    /**
     * Whether a part may lack it for that reason. The order in which the server answered two loads is unknown, and a
     * pin may have expired in between without a live event.
     */
    mayBeLeftOut: (id: string, part: ReadPart) =>
      last !== undefined && part.at > last.at && hereIds.has(id) && !knownIds.has(id),
  }
}

/** What a list shows. A post older than what was loaded comes with its own page. */
export const contentOf = (list: ListName, read: Read, posts: Posts): ListContent => {
  const ids = idsRead(read)
  const fits = makeFits(list, ids, posts)
  const known = new Set(ids)
  const { above, isLeftOut } = sectionsOf(list, read, posts)
  const isAbove = new Set(Object.values(above).flat())
  const shown = ids.filter(id => {
    const post = posts.get(id)
    return post && !isAbove.has(id) && fits(post) !== false
  })
  const added = [...new Set([...posts.told.keys(), ...posts.onceAbove])].flatMap(id => {
    const part = known.has(id) || isAbove.has(id) ? undefined : partAt(read, id)
    if (!part) return []
    const { post: whole = 0, own = 0 } = posts.told.get(id) ?? {}
    // The viewer’s own answer makes a post one of theirs, but does not prove that it still exists.
    const since = list.filter === 'my' ? Math.max(whole, own) : whole
    const post = (since > part.at || isLeftOut(id, part)) && posts.get(id)
    return post && fits(post) === true ? [id] : []
  })
  return { ids: added.length === 0 ? shown : [...shown, ...added].sort(newestFirst), above }
}

/** Whether an update was received since the list was loaded whose effect on it only the server knows. */
export const isInDoubt = (list: ListName, read: Read, posts: Posts): boolean => {
  const { pages, top } = read
  const last = top?.parts[0]
  const isOutOfReach = (low: string, since: Moment) => top?.isCut && last && last.at > since && low < last.low
  const connectedAt = posts.connectedAt()
  const missed = pages.some(
    ({ at, low }) =>
      at < connectedAt && !(last && last.at > connectedAt && low >= last.low) && !isOutOfReach(low, connectedAt),
  )
  if (missed) return true
  const ids = idsRead(read)
  const fits = makeFits(list, ids, posts)
  const { mayBeLeftOut } = sectionsOf(list, read, posts)
  const isMissing = [...posts.onceAbove].some(id => {
    const part = ids.includes(id) ? undefined : partAt(read, id)
    return part && mayBeLeftOut(id, part) && !isOutOfReach(id, part.at)
  })
  if (isMissing) return true
  return [...posts.told].some(([id, told]) => {
    const part = partAt(read, id)
    if (!part) return false
    const post = posts.get(id)
    if (post === null) return false
    // Answered, but never loaded whole.
    const since = (post ? told.post : list.filter === 'my' ? told.own : undefined) ?? 0
    return since > part.at && !isOutOfReach(id, since) && (!post || fits(post) === null)
  })
}
