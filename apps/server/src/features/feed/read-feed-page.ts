import { batchCalls } from '#server/kernel/postgres/batched-reads.ts'
import type { CurrentAgeRule } from '#server/kernel/minors.ts'
import { memoize } from '#server/kernel/memoize.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'
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

/** Readers of pages, one per variant. Concurrent calls of a reader share one statement. */
const pageReaders = defineState(({ db }: Pick<Platform, 'db'>) =>
  memoize((_variant: string) =>
    batchCalls<readonly [FeedPageRequest, CurrentAgeRule], FeedPageIndex>(
      asked => selectRows(db, asked.length === 1 ? feedPageQuery(...asked[0]!) : feedPagesQuery(asked)),
      BATCH,
    ),
  ),
)

/**
 * Returns the rows of one page. Only pages of the unfiltered feed that start at a key are batched, because a search or
 * an offset would delay the other pages of the batch.
 */
export const findFeedPage = async (
  platform: Pick<Platform, 'state' | 'db'>,
  request: FeedPageRequest,
  ages: CurrentAgeRule,
): Promise<FeedPageIndexRow[]> => {
  if (isListedBelowPins(request) && request.start.skip === 0)
    return parsePageIndex([await pageReaders(platform)(pageVariantKey(request))([request, ages])])
  return parsePageIndex((await platform.db.executeQuery(feedPageQuery(request, ages))).rows)
}
