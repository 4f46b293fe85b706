// One way for everything that changes a post under its reader's eyes: the socket, one's own taps, the form.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type Change, dropping, findCached, type InterestChange, interesting, putting } from './feed.changes.ts'
import { feedKeys } from './feed.queries.ts'
import { postQuery } from './post.queries.ts'

/** When something set out: what was told before, and what of it the server did not know for sure. */
export interface Mark {
  at: number
  unsure: ReadonlySet<number>
}

/**
 * What was told while an answer was on its way, which may be older than that; what the reader did of which the server has not answered;
 * when each fetch set out; and how often each post was asked for.
 */
interface Log {
  told: { at: number; change: Change }[]
  now: number
  unsure: Set<number>
  fetches: Map<string, Mark>
  asked: Map<string, number>
}

const logs = new WeakMap<QueryClient, Log>()

const logOf = (queryClient: QueryClient): Log => {
  const log = logs.get(queryClient) ?? { told: [], now: 0, unsure: new Set(), fetches: new Map(), asked: new Map() }
  logs.set(queryClient, log)
  return log
}

const sayTo = (queryClient: QueryClient, key: QueryKey, change: Change) => {
  if (key[1] === 'list') change.onLists(queryClient, key)
  else if (key[1] === 'one' && key[2] === change.id)
    queryClient.setQueryData<LiveEvent | null>(key, before => (before === undefined ? before : change.onPage(before)))
}

const tell = (queryClient: QueryClient, change: Change) => {
  const log = logOf(queryClient)
  if (queryClient.isFetching({ queryKey: feedKeys.all }) === 0)
    log.told = log.told.filter(({ at }) => log.unsure.has(at))
  log.told.push({ at: ++log.now, change })
  sayTo(queryClient, feedKeys.lists(), change)
  sayTo(queryClient, feedKeys.one(change.id), change)
}

/** The mark to hand to `replay` when a fetch that started now is done. */
export const markNow = (queryClient: QueryClient): Mark => {
  const { now, unsure } = logOf(queryClient)
  return { at: now, unsure: new Set(unsure) }
}

/** Says again, over what a fetch brought, all that was told since it set out or was not known to the server by then. */
export const replay = (queryClient: QueryClient, key: QueryKey, since: Mark): void => {
  const again = logOf(queryClient).told.filter(({ at }) => at > since.at || since.unsure.has(at))
  for (const { change } of again) sayTo(queryClient, key, change)
  for (const id of new Set(again.filter(({ change }) => change.isDelicate).map(({ change }) => change.id)))
    void askFor(queryClient, id)
}

/** Tells what the reader did before the server has answered: no fetch undoes it until the returned function is called. */
export const tellUnsure = (queryClient: QueryClient, change: () => void): (() => void) => {
  change()
  const { now, unsure } = logOf(queryClient)
  unsure.add(now)
  return () => {
    unsure.delete(now)
  }
}

/** Keeps answers that were on their way when something changed from undoing it. Returns the way to stop. */
export const keepLive = (queryClient: QueryClient): (() => void) =>
  queryClient.getQueryCache().subscribe(event => {
    const { queryKey, queryHash } = event.query
    if (event.type !== 'updated' || queryKey[0] !== feedKeys.all[0]) return
    const { fetches } = logOf(queryClient)
    if (event.action.type === 'fetch') fetches.set(queryHash, markNow(queryClient))
    if (event.action.type === 'success' && !event.action.manual)
      replay(queryClient, queryKey, fetches.get(queryHash) ?? markNow(queryClient))
  })

/** A post that is new, or changed: at its place in every list that it belongs to, and on its own page. */
export const putEvent = (queryClient: QueryClient, event: LiveEvent): void => tell(queryClient, putting(event))

/** A post that is gone. */
export const dropEvent = (queryClient: QueryClient, id: string): void => {
  tell(queryClient, dropping(id))
  queryClient.removeQueries({ queryKey: feedKeys.answers(id) })
}

/** Who answered does not add up to the count: told out of order, or over an answer that knew it already. */
const disagrees = (post: LiveEvent | undefined) =>
  post?.abilities.seeAnswers === true && post.interestedUsersIds.length !== post.interestedCount

/** Somebody answered, or took the answer back: `interested` when it was the reader, on any of their screens. */
export const patchInterest = (queryClient: QueryClient, change: InterestChange): void => {
  tell(queryClient, interesting(change))
  void queryClient.invalidateQueries({ queryKey: feedKeys.answers(change._id) })
  if (disagrees(findCached(queryClient, change._id))) void askFor(queryClient, change._id)
}

/** The same as the server tells it: of the reader's own answer it may tell what was before a tap that is on its way, which it tells of again. */
export const hearInterest = (queryClient: QueryClient, change: InterestChange): void => {
  const { told, unsure } = logOf(queryClient)
  const isOnItsWay =
    change.interested !== undefined && told.some(one => unsure.has(one.at) && one.change.id === change._id)
  patchInterest(
    queryClient,
    isOnItsWay ? { ...change, interested: findCached(queryClient, change._id)?.interested } : change,
  )
}

/** A post that was told of in a way that leaves a doubt is asked for, where anybody shows it. */
const askFor = async (queryClient: QueryClient, id: string) => {
  if (!findCached(queryClient, id)?.abilities.seeAnswers) return
  const { asked } = logOf(queryClient)
  const turn = (asked.get(id) ?? 0) + 1
  asked.set(id, turn)
  await queryClient.query({ ...postQuery(id), staleTime: 0 }).catch(() => {})
  // asked for again meanwhile: this answer is in doubt too, and telling it would outlast the one to come
  if (asked.get(id) !== turn) return
  asked.delete(id)
  const post = queryClient.getQueryData<LiveEvent | null>(feedKeys.one(id))
  if (post) putEvent(queryClient, post)
}
