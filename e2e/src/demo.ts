import { listDeals, type Deal } from '@parvis/contract/deals.ts'
import { type FeedPage, type LiveEvent, listEvents } from '@parvis/contract/feed.ts'
import type { Visitor } from '../../apps/server/src/testing/test-server.ts'

/** The whole feed as this visitor sees it, page by page. */
export const wholeFeed = async (
  visitor: Visitor,
  narrowed: { filter?: string; search?: string } = {},
): Promise<LiveEvent[]> => {
  const posts: LiveEvent[] = []
  let next: { page: number; cursor?: string } | null = { page: 1 }
  while (next) {
    const { answer }: { answer: FeedPage } = await visitor.call(listEvents, { query: { ...narrowed, ...next } })
    posts.push(...answer.docs)
    next = answer.hasNextPage ? { page: answer.nextPage!, cursor: answer.cursor! } : null
  }
  return posts
}

export const allDeals = async (visitor: Visitor): Promise<Deal[]> =>
  (await visitor.call(listDeals, { query: { all: true } })).answer.docs
