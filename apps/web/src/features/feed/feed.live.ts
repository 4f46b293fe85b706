import type { Answer } from '@parvis/contract/endpoint.ts'
import type { listAnswers, LiveEvent } from '@parvis/contract/feed.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { firstAnswersIn } from '#web/kernel/http/query-client.ts'
import type { Live } from '#web/kernel/live/live.ts'
import { hasPart, hasVersion, isAuthor, type Message } from '#web/kernel/live/live-frames.ts'
import { isInDoubt } from './feed.lists.ts'
import { addNews, forgetNews } from './feed.news.ts'
import { feedKeys, listOf } from './feed.queries.ts'
import { readOf } from './feed.top.ts'
import { hasGroup } from './has-group.ts'
import { isOwn, postsIn } from './posts.store.ts'
import { readPost } from './read-post.ts'

/**
 * Refetches lists of which only the server knows the current content; those that are not on screen, when they are
 * opened.
 */
const resolveDoubts = (queryClient: QueryClient): void => {
  const posts = postsIn(queryClient)
  for (const query of queryClient.getQueryCache().findAll({ queryKey: feedKeys.lists() })) {
    const list = listOf(query.queryKey)
    const read = list && readOf(queryClient, list)
    if (!read || !isInDoubt(list, read, posts)) continue
    // Does not cancel a fetch under way, or a busy list would never finish loading. What that fetch misses leaves the
    // list outdated, and is fetched next.
    if (query.isActive())
      void queryClient.invalidateQueries(
        { queryKey: feedKeys.top(list.communityId, list), exact: true },
        { cancelRefetch: false },
      )
    else void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' })
  }
}

/**
 * A list shows a post that its own page reported as removed. Which of the two responses is newer is unknown, so the
 * page is refetched.
 */
const askForGone = (queryClient: QueryClient): void => {
  const posts = postsIn(queryClient)
  void queryClient.invalidateQueries(
    {
      queryKey: feedKeys.posts(),
      predicate: ({ queryKey, state }) => state.data === null && Boolean(posts.get(queryKey.at(-1) as string)),
    },
    { cancelRefetch: false },
  )
}

/** Applies a post that the viewer has published or changed on this device. */
export const putEvent = (queryClient: QueryClient, post: LiveEvent): void => {
  postsIn(queryClient).tell(post)
  resolveDoubts(queryClient)
}

/** On the first connection and on each reconnection: live events before it were missed. */
const catchUp = async (queryClient: QueryClient): Promise<void> => {
  postsIn(queryClient).connected()
  resolveDoubts(queryClient)
  await firstAnswersIn(queryClient, feedKeys.all)
  await queryClient.invalidateQueries({
    queryKey: feedKeys.all,
    predicate: ({ queryKey }) => listOf(queryKey) === null,
  })
}

const isPost = (data: Message['data']) =>
  hasVersion(data) && hasPart(data, 'eventId') && hasPart(data, 'user') && hasPart(data, 'abilities')

/** Hides or shows again all content of an author, and refetches open lists. */
export const hideAuthor = (queryClient: QueryClient, userId: string, hidden: boolean): void => {
  postsIn(queryClient).hideAuthor(userId, hidden)
  void queryClient.invalidateQueries({ queryKey: feedKeys.all })
}

type Answerers = InfiniteData<Answer<typeof listAnswers>>

/** Applies live events to the feed. `me` returns the viewer’s id. Returns the unsubscribe function. */
export const listenToFeed = (queryClient: QueryClient, live: Live, me: () => string | undefined): (() => void) => {
  const posts = postsIn(queryClient)
  const stops = [
    live.on(
      'event.created',
      post => {
        putEvent(queryClient, post)
        if (!isOwn(post)) addNews(post._id)
      },
      isPost,
    ),
    live.on('event.updated', post => putEvent(queryClient, post), isPost),
    live.on(
      'event.deleted',
      ({ _id, version }) => {
        posts.drop(_id, version)
        queryClient.removeQueries({ queryKey: feedKeys.answers(_id) })
        forgetNews(_id)
      },
      hasVersion,
    ),
    live.on(
      'event.interest',
      change => {
        posts.tellInterest(change, me())
        resolveDoubts(queryClient)
        const post = posts.get(change._id)
        const answers = { queryKey: feedKeys.answers(change._id) }
        // A member who has left the group may not keep the list of its members.
        if (post?.abilities.seeAnswers === false) queryClient.removeQueries(answers)
        else void queryClient.invalidateQueries(answers)
        // A member who has joined sees more of the post. A fetch that fails now is repeated on the next connection.
        const isBehind = change.userId === me() && posts.versionOf(change._id) < change.version
        if (post && isBehind && hasGroup(post)) readPost(queryClient, change._id).catch(() => {})
      },
      data => hasVersion(data) && typeof data.interestedCount === 'number',
    ),
    live.on(
      'author.updated',
      author => {
        posts.tellAuthor(author)
        queryClient.setQueriesData<Answerers>(
          { queryKey: feedKeys.allAnswers() },
          data =>
            data && {
              ...data,
              pages: data.pages.map(page => ({
                ...page,
                interestedUsers: page.interestedUsers.map(one =>
                  one._id === author._id ? { ...one, ...author } : one,
                ),
              })),
            },
        )
      },
      isAuthor,
    ),
    live.on('connected', () => void catchUp(queryClient)),
    // A response may not include events that arrived while it was under way.
    queryClient.getQueryCache().subscribe(event => {
      if (event.type !== 'updated' || event.action.type !== 'success' || !listOf(event.query.queryKey)) return
      resolveDoubts(queryClient)
      askForGone(queryClient)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
