import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import { replaceEqualDeep, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { changePost, type FeedData, findPost, insertPost, postsOf, withoutPost } from './feed.pages.ts'
import { feedKeys } from './feed.queries.ts'

export type InterestChange = Omit<ServerMessages['event.interest'], 'version'>

/** What happened to one post, as it is said to the lists that a key names and to the post's own page. */
export interface Change {
  id: string
  /** Said twice it may mean something else: who answered is told without whether they came or went. */
  isDelicate?: boolean
  onLists: (queryClient: QueryClient, only: QueryKey) => void
  onPage: (before: LiveEvent | null) => LiveEvent | null
}

/** A post of the reader's own: its author sees who answered and does not answer. */
export const isOwn = ({ abilities }: Pick<LiveEvent, 'abilities'>): boolean => abilities.seeAnswers && !abilities.answer

interface List {
  key: QueryKey
  communityId: string
  filter: string
  search: string
  data: FeedData
}

const listsOf = (queryClient: QueryClient, only: QueryKey): List[] =>
  queryClient.getQueriesData<FeedData>({ queryKey: only }).flatMap(([key, data]) => {
    const [, , communityId = '', filter = '', search = ''] = key as string[]
    return data ? [{ key, communityId, filter, search, data }] : []
  })

/** The community's own channels, as far as its list shows them: a post on one channel alone stands there because of it. */
const ownChannels = (data: FeedData) =>
  new Set(postsOf(data).flatMap(({ channelsIds }) => (channelsIds.length === 1 ? channelsIds : [])))

/** Whether a post belongs in a list; null when only the server can tell. */
const fits = ({ communityId, filter, search, data }: List, post: LiveEvent): boolean | null => {
  if (search) return null
  if (filter === 'all') return true
  if (filter === 'my') return post.interested || isOwn(post)
  if (filter === 'community') {
    const own = ownChannels(data)
    return post.communityId === communityId && (post.channelsIds.some(channel => own.has(channel)) || null)
  }
  // a group, or the id of a category, which a post does not name
  if (!filter.includes('-')) return filter === post.groupId
  return post.templateId === null ? false : findPost(data, post._id) ? true : null
}

const ask = (queryClient: QueryClient, key: QueryKey) =>
  void queryClient.invalidateQueries({ queryKey: key, exact: true })

/** A post that is new, or changed. */
export const putting = (post: LiveEvent): Change => ({
  id: post._id,
  onLists: (queryClient, only) => {
    for (const list of listsOf(queryClient, only)) {
      const belongs = fits(list, post)
      if (belongs === null) {
        // Until the answer is there, other lists may take their copy of the post from this one.
        queryClient.setQueryData<FeedData>(
          list.key,
          changePost(list.data, post._id, () => post),
        )
        ask(queryClient, list.key)
      } else
        queryClient.setQueryData<FeedData>(
          list.key,
          belongs ? insertPost(list.data, post) : withoutPost(list.data, post._id),
        )
    }
  },
  onPage: () => post,
})

/** A post that is gone. */
export const dropping = (id: string): Change => ({
  id,
  onLists: (queryClient, only) => {
    for (const { key, data } of listsOf(queryClient, only))
      queryClient.setQueryData<FeedData>(key, withoutPost(data, id))
  },
  onPage: () => null,
})

/** The ids of who answered, for who may know them: the count says whether this one came or went. */
const answerers = (
  { abilities, interestedUsersIds: ids }: LiveEvent,
  { interestedCount, interested, userId }: InterestChange,
): string[] => {
  if (!abilities.seeAnswers) return interested === undefined ? ids : interested && userId ? [userId] : []
  if (userId === undefined) return ids
  const isIn = ids.includes(userId)
  const came = interested ?? (ids.length < interestedCount || (ids.length === interestedCount && isIn))
  return came === isIn ? ids : came ? [...ids, userId] : ids.filter(id => id !== userId)
}

export const withInterest = (post: LiveEvent, change: InterestChange): LiveEvent =>
  replaceEqualDeep(post, {
    ...post,
    interestedCount: change.interestedCount,
    interested: change.interested ?? post.interested,
    interestedUsersIds: answerers(post, change),
  })

/** Somebody answered or took the answer back: `interested` when it was the reader, on any of their screens. */
export const interesting = (change: InterestChange): Change => ({
  id: change._id,
  isDelicate: change.userId !== undefined,
  onLists: (queryClient, only) => {
    const known = findCached(queryClient, change._id)
    for (const list of listsOf(queryClient, only)) {
      const here = findPost(list.data, change._id)
      const now = here ?? known
      const changed = now && withInterest(now, change)
      const isMine = list.filter === 'my' && !list.search && change.interested !== undefined
      if (here && changed)
        queryClient.setQueryData<FeedData>(
          list.key,
          isMine && !fits(list, changed)
            ? withoutPost(list.data, here._id)
            : changePost(list.data, here._id, () => changed),
        )
      else if (isMine && change.interested && changed)
        queryClient.setQueryData<FeedData>(list.key, insertPost(list.data, changed))
      else if (isMine && change.interested) ask(queryClient, list.key)
    }
  },
  onPage: before => before && withInterest(before, change),
})

/** The first post of which something is true, wherever the cache has it. */
export const findWhere = (queryClient: QueryClient, isIt: (post: LiveEvent) => boolean): LiveEvent | undefined => {
  for (const { data } of listsOf(queryClient, feedKeys.lists())) {
    for (const page of data.pages) {
      const found = page.docs.find(isIt)
      if (found) return found
    }
  }
  return (
    queryClient
      .getQueriesData<LiveEvent | null>({ queryKey: feedKeys.posts() })
      .map(([, post]) => post)
      .find(post => post && isIt(post)) ?? undefined
  )
}

/** A post wherever the cache has it. */
export const findCached = (queryClient: QueryClient, id: string): LiveEvent | undefined =>
  findWhere(queryClient, post => post._id === id)
