import { batchCalls } from '#server/kernel/postgres/batched-reads.ts'
import type { CurrentAgeRule } from '#server/kernel/minors.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import {
  type FeedPageRequest,
  feedPageQuery,
  feedPagesQuery,
  pageVariantKey,
  parsePageIndex,
  type FeedPageIndex,
  type FeedPageIndexRow,
  isListedBelowPins,
} from './feed-page.queries.ts'

/** `maxSize`: pages per statement. `slowAfterMs`: maximum time in milliseconds that pages wait for an earlier batch. */
const BATCH = { maxSize: 20, slowAfterMs: 5 }

type PageCall = readonly [FeedPageRequest, CurrentAgeRule]
type ReadPage = (call: PageCall) => Promise<FeedPageIndex>

const pageReaders = new WeakMap<Db, Map<string, ReadPage>>()

/** Returns the reader of pages of one variant. Its concurrent calls share one statement. */
const pageReaderFor = (db: Db, variant: string): ReadPage => {
  const byVariant = pageReaders.get(db) ?? new Map<string, ReadPage>()
  pageReaders.set(db, byVariant)
  const existing = byVariant.get(variant)
  if (existing) return existing
  const reader = batchCalls<PageCall, FeedPageIndex>(async asked => {
    const query = asked.length === 1 ? feedPageQuery(db, ...asked[0]!) : feedPagesQuery(db, asked)
    return (await db.executeQuery(query)).rows
  }, BATCH)
  byVariant.set(variant, reader)
  return reader
}

/**
 * Returns the rows of one page. Only pages of the unfiltered feed that start at a key are batched, because a search or
 * an offset would delay the other pages of the batch.
 */
export const findFeedPage = async (
  db: Db,
  request: FeedPageRequest,
  ages: CurrentAgeRule,
): Promise<FeedPageIndexRow[]> => {
  if (isListedBelowPins(request) && request.start.skip === 0)
    return parsePageIndex([await pageReaderFor(db, pageVariantKey(request))([request, ages])])
  return parsePageIndex((await db.executeQuery(feedPageQuery(db, request, ages))).rows)
}
