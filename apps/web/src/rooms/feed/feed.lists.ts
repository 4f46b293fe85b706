// Which posts a list shows: what was read of it, and what was told since, as far as it can be known here whether that belongs.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { ListName, Read, ReadPart, Top } from './feed.pages.ts'
import { isOwn, type Moment, type Posts } from './posts.store.ts'

/** Of the parts that reach over an id the one that was read last; undefined where the list was not read so far down. */
const partAt = ({ pages, top }: Read, id: string): ReadPart | undefined => {
  const page = pages.find(({ low }) => id >= low)
  const fromTop = top?.parts.find(({ low }) => id >= low)
  return page && fromTop ? (page.at > fromTop.at ? page : fromTop) : (page ?? fromTop)
}

/** The ids that were read, each in the last reading of its place. */
const idsRead = (read: Read): string[] => {
  const { pages, top } = read
  if (!top) return pages.flatMap(({ ids }) => ids)
  const lowest = top.parts.at(-1)?.low ?? ''
  // a long list is not gone through below what was read anew
  const inLastReading = (part: ReadPart) =>
    part.low !== '' && part.ids.length > 0 && part.ids[0]! < lowest
      ? part.ids
      : part.ids.filter(id => partAt(read, id) === part)
  return [...top.parts, ...pages].flatMap(inLastReading).sort(newestFirst)
}

/** A reading of the top laid over those before it. */
export const layOver = (before: Top | null, part: ReadPart, isCut: boolean): Top => ({
  parts: [part, ...(before?.parts ?? []).filter(({ low }) => low < part.low)],
  isCut,
})

const newestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)

/** The community's own channels, as far as its list shows them: a post on one channel alone stands there because of it. */
const ownChannels = (ids: readonly string[], posts: Posts) =>
  new Set(
    ids.flatMap(id => {
      const channels = posts.get(id)?.channelsIds ?? []
      return channels.length === 1 ? channels : []
    }),
  )

/** Whether a post belongs in a list; null when only the server can tell. */
const makeFits = ({ communityId, filter, search }: ListName, ids: readonly string[], posts: Posts) => {
  const own = filter === 'community' ? ownChannels(ids, posts) : new Set<string>()
  const listed = new Set(ids)
  return (post: LiveEvent): boolean | null => {
    if (search) return null
    if (filter === 'all') return true
    if (filter === 'my') return post.interested || isOwn(post)
    if (filter === 'community')
      return post.communityId === communityId && (post.channelsIds.some(channel => own.has(channel)) || null)
    // a group, or the id of a category, which a post does not name
    if (!filter.includes('-')) return filter === post.groupId
    return post.templateId === null ? false : listed.has(post._id) || null
  }
}

/** The ids that a list shows, newest first. A post that is older than what was read so far comes with its own page. */
export const idsOf = (list: ListName, read: Read, posts: Posts): string[] => {
  const ids = idsRead(read)
  const fits = makeFits(list, ids, posts)
  const known = new Set(ids)
  const shown = ids.filter(id => {
    const post = posts.get(id)
    return post && fits(post) !== false
  })
  const added = [...posts.told].flatMap(([id, told]) => {
    const part = known.has(id) ? undefined : partAt(read, id)
    const post = part && Math.max(told.post ?? 0, told.own ?? 0) > part.at && posts.get(id)
    return post && fits(post) === true ? [id] : []
  })
  return added.length === 0 ? shown : [...shown, ...added].sort(newestFirst)
}

/** Whether something was told since the list was read of which only the server can tell what it means for it. */
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
  const fits = makeFits(list, idsRead(read), posts)
  return [...posts.told].some(([id, told]) => {
    const part = partAt(read, id)
    if (!part) return false
    const post = posts.get(id)
    if (post === null) return false
    // answered, and never read whole
    const since = (post ? told.post : list.filter === 'my' ? told.own : undefined) ?? 0
    return since > part.at && !isOutOfReach(id, since) && (!post || fits(post) === null)
  })
}
