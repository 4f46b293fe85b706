import { batchCalls } from '#server/kernel/postgres/batched-reads.ts'
import type { CurrentAgeRule } from '#server/kernel/minors.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import {
  type FeedPageRequest,
  feedPageQuery,
  feedPagesQuery,
  variantKey,
  parsePageIndex,
  type FeedPageIndex,
  type FeedPageIndexRow,
  isListedBelowPins,
} from './feed.queries.ts'

/** Pages read in one statement at most, and how many milliseconds they wait at most for those read before them. */
const BATCH = { maxSize: 20, slowAfterMs: 5 }

type PageCall = readonly [FeedPageRequest, CurrentAgeRule]
type ReadPage = (asked: PageCall) => Promise<FeedPageIndex>

const pageReaders = new WeakMap<Db, Map<string, ReadPage>>()

/** Reads pages with the same statement text, concurrent requests in one statement. */
const pageReaderFor = (db: Db, name: string): ReadPage => {
  const byVariant = pageReaders.get(db) ?? new Map<string, ReadPage>()
  pageReaders.set(db, byVariant)
  const known = byVariant.get(name)
  if (known) return known
  const reader = batchCalls<PageCall, FeedPageIndex>(async asked => {
    const query = asked.length === 1 ? feedPageQuery(db, ...asked[0]!) : feedPagesQuery(db, asked)
    return (await db.executeQuery(query)).rows
  }, BATCH)
  byVariant.set(name, reader)
  return reader
}

/** Batches only pages found by key alone: a search or an offset would delay the others. */
export const findFeedPage = async (
  db: Db,
  request: FeedPageRequest,
  ages: CurrentAgeRule,
): Promise<FeedPageIndexRow[]> => {
  if (isListedBelowPins(request) && request.start.skip === 0)
    return parsePageIndex([await pageReaderFor(db, variantKey(request))([request, ages])])
  return parsePageIndex((await db.executeQuery(feedPageQuery(db, request, ages))).rows)
}
