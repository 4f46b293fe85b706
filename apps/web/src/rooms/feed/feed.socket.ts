import type { QueryClient } from '@tanstack/react-query'
import type { Live } from '#web/kernel/live/live.ts'
import { isOwn } from './feed.changes.ts'
import { dropEvent, hearInterest, keepLive, putEvent } from './feed.live.ts'
import { addNews, forgetNews } from './feed.news.ts'
import { catchUp } from './feed.refresh.ts'

/** Lets the feed hear what the server tells. Returns the way to stop. */
export const listenToFeed = (queryClient: QueryClient, live: Live, me: () => string | undefined): (() => void) => {
  const stops = [
    keepLive(queryClient),
    live.on('event.created', post => {
      putEvent(queryClient, post)
      if (!isOwn(post)) addNews(post._id)
    }),
    live.on('event.updated', post => putEvent(queryClient, post)),
    live.on('event.deleted', ({ _id }) => {
      dropEvent(queryClient, _id)
      forgetNews(_id)
    }),
    live.on('event.interest', ({ interested, ...change }) =>
      // of others the cache finds out by the count
      hearInterest(queryClient, change.userId === me() ? { ...change, interested } : change),
    ),
    live.on('connected', () => void catchUp(queryClient)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
