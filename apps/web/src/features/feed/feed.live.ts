import type { Answer } from '@parvis/contract/endpoint.ts'
import type { Author } from '@parvis/contract/entity.ts'
import type { listAnswers, FeedPost } from '@parvis/contract/feed.ts'
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { waitForInitialFetches } from '#web/kernel/http/query-client.ts'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { hasObjectField, hasVersion, isAuthor, type LiveMessage } from '#web/kernel/live/live-frames.ts'
import { needsRefresh } from './feed.lists.ts'
import { addNewPosts, removeNewPosts } from './feed.new-posts.ts'
import { feedKeys, parseListKey } from './feed.queries.ts'
import { loadedListOf } from './feed.top.ts'
import { hasGroup } from './has-group.ts'
import { isOwn, postStoreOf } from './posts.store.ts'
import { fetchPost } from './fetch-post.ts'

/** Refetches lists whose current content only the server knows: active ones at once, others when they are opened. */
const refetchOutdatedLists = (queryClient: QueryClient): void => {
  const posts = postStoreOf(queryClient)
  for (const query of queryClient.getQueryCache().findAll({ queryKey: feedKeys.lists() })) {
    const list = parseListKey(query.queryKey)
    const loaded = list && loadedListOf(queryClient, list)
    if (!loaded || !needsRefresh(list, loaded, posts)) continue
    // Cancels no fetch in flight, or a busy list would never finish loading; an outdated list is fetched next.
    if (query.isActive())
      void queryClient.invalidateQueries(
        { queryKey: feedKeys.top(list.communityId, list), exact: true },
        { cancelRefetch: false },
      )
    else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' })
  }
}

/** Refetches listed posts whose own page received 404: it is unknown which response is newer. */
const refetchRemovedPosts = (queryClient: QueryClient): void => {
  const posts = postStoreOf(queryClient)
  void queryClient.invalidateQueries(
    {
      queryKey: feedKeys.posts(),
      predicate: ({ queryKey, state }) => state.data === null && Boolean(posts.get(queryKey.at(-1) as string)),
    },
    { cancelRefetch: false },
  )
}

/** Applies a post that the viewer has published or changed on this device. */
export const applyPost = (queryClient: QueryClient, post: FeedPost): void => {
  postStoreOf(queryClient).applyPost(post)
  refetchOutdatedLists(queryClient)
}

/** Refetches once connected, because live events before the connection were missed. */
const catchUp = async (queryClient: QueryClient): Promise<void> => {
  postStoreOf(queryClient).markConnected()
  refetchOutdatedLists(queryClient)
  await waitForInitialFetches(queryClient, feedKeys.all)
  await queryClient.invalidateQueries({
    queryKey: feedKeys.all,
    predicate: ({ queryKey }) => parseListKey(queryKey) === null,
  })
}

const isPost = (data: LiveMessage['data']) =>
  hasVersion(data) &&
  hasObjectField(data, 'eventId') &&
  hasObjectField(data, 'user') &&
  hasObjectField(data, 'abilities')

/** Hides or restores all posts of an author, and refetches the feed. */
export const hideAuthor = (queryClient: QueryClient, userId: string, isHidden: boolean): void => {
  postStoreOf(queryClient).hideAuthor(userId, isHidden)
  void queryClient.invalidateQueries({ queryKey: feedKeys.all })
}

/** Applies an answer that somebody has given or withdrawn. */
const applyInterest = (
  queryClient: QueryClient,
  change: ServerMessages['event.interest'],
  me: string | undefined,
): void => {
  const posts = postStoreOf(queryClient)
  posts.applyInterest(change, me)
  refetchOutdatedLists(queryClient)
  const post = posts.get(change._id)
  const answers = { queryKey: feedKeys.answers(change._id) }
  // A member who has left the group may no longer see its members.
  if (post?.abilities.seeAnswers === false) queryClient.removeQueries(answers)
  else void queryClient.invalidateQueries(answers)
  // A member who has joined the group sees more of the post. A failed fetch is repeated on the next connection.
  const isBehind = change.userId === me && posts.versionOf(change._id) < change.version
  if (post && isBehind && hasGroup(post)) fetchPost(queryClient, change._id).catch(() => {})
}

type Answerers = InfiniteData<Answer<typeof listAnswers>>

/** Applies a changed name or picture of an author. */
const applyAuthor = (queryClient: QueryClient, author: Author): void => {
  postStoreOf(queryClient).applyAuthor(author)
  queryClient.setQueriesData<Answerers>(
    { queryKey: feedKeys.allAnswers() },
    data =>
      data && {
        ...data,
        pages: data.pages.map(page => ({
          ...page,
          interestedUsers: page.interestedUsers.map(one => (one._id === author._id ? { ...one, ...author } : one)),
        })),
      },
  )
}

/** Applies live events to the feed. `me` returns the viewer’s id. Returns the unsubscribe function. */
export const subscribeToFeed = (
  queryClient: QueryClient,
  live: LiveConnection,
  me: () => string | undefined,
): (() => void) => {
  const posts = postStoreOf(queryClient)
  const stops = [
    live.on(
      'event.created',
      post => {
        applyPost(queryClient, post)
        if (!isOwn(post)) addNewPosts(post._id)
      },
      isPost,
    ),
    live.on('event.updated', post => applyPost(queryClient, post), isPost),
    live.on(
      'event.deleted',
      ({ _id, version }) => {
        posts.drop(_id, version)
        queryClient.removeQueries({ queryKey: feedKeys.answers(_id) })
        removeNewPosts(_id)
      },
      hasVersion,
    ),
    live.on(
      'event.interest',
      change => applyInterest(queryClient, change, me()),
      data => hasVersion(data) && typeof data.interestedCount === 'number',
    ),
    live.on('author.updated', author => applyAuthor(queryClient, author), isAuthor),
    live.on('connected', () => void catchUp(queryClient)),
    // A response may lack live events that arrived while the fetch was in flight.
    queryClient.getQueryCache().subscribe(event => {
      if (event.type !== 'updated' || event.action.type !== 'success' || !parseListKey(event.query.queryKey)) return
      refetchOutdatedLists(queryClient)
      refetchRemovedPosts(queryClient)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
