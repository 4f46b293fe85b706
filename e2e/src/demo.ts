import { listDeals, type Deal } from '@parvis/contract/deals.ts'
import { type FeedPage, type FeedPost, listEvents } from '@parvis/contract/feed.ts'
import type { Visitor } from '../../apps/server/src/testing/test-server.ts'

/** Reads all pages of the feed as this visitor sees them. */
export const listWholeFeed = async (
  visitor: Visitor,
  filters: { filter?: string; search?: string } = {},
): Promise<FeedPost[]> => {
  const posts: FeedPost[] = []
  let next: { page: number; cursor?: string } | null = { page: 1 }
  while (next) {
    const { answer }: { answer: FeedPage } = await visitor.call(listEvents, { query: { ...filters, ...next } })
    posts.push(...answer.docs)
    next = answer.hasNextPage ? { page: answer.nextPage!, cursor: answer.cursor! } : null
  }
  return posts
}

export const listAllDeals = async (visitor: Visitor): Promise<Deal[]> =>
  (await visitor.call(listDeals, { query: { all: true } })).answer.docs
