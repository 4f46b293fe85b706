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
} from './feed-page.queries.ts'

/** `maxSize`: pages per statement; `slowAfterMs`: how many milliseconds pages wait at most for an earlier batch. */
const BATCH = { maxSize: 20, slowAfterMs: 5 }

type PageCall = readonly [FeedPageRequest, CurrentAgeRule]
type ReadPage = (asked: PageCall) => Promise<FeedPageIndex>

const pageReaders = new WeakMap<Db, Map<string, ReadPage>>()

/** Reads pages of one statement text; concurrent requests share one statement. */
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

/** Batches only pages that are found by key: a search or an offset would delay the other pages. */
export const findFeedPage = async (
  db: Db,
  request: FeedPageRequest,
  ages: CurrentAgeRule,
): Promise<FeedPageIndexRow[]> => {
  if (isListedBelowPins(request) && request.start.skip === 0)
    return parsePageIndex([await pageReaderFor(db, variantKey(request))([request, ages])])
  return parsePageIndex((await db.executeQuery(feedPageQuery(db, request, ages))).rows)
}
