import { batchCalls } from '#server/kernel/postgres/batched-reads.ts'
import type { AgesNow } from '#server/kernel/minors.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import {
  type FeedPageRequest,
  feedPageQuery,
  feedPagesQuery,
  formName,
  readSkeleton,
  type Skeleton,
  type SkeletonRow,
  standsBelowPins,
} from './feed.queries.ts'

/** Pages read in one statement at most, and how many milliseconds they wait at most for those read before them. */
const TOGETHER = { most: 20, patienceMs: 5 }

type Asked = readonly [FeedPageRequest, AgesNow]
type ReadPage = (asked: Asked) => Promise<Skeleton>

const readers = new WeakMap<Db, Map<string, ReadPage>>()

/** Reads pages with the same statement text, concurrent requests in one statement. */
const readerOf = (db: Db, name: string): ReadPage => {
  const ofDb = readers.get(db) ?? new Map<string, ReadPage>()
  readers.set(db, ofDb)
  const known = ofDb.get(name)
  if (known) return known
  const made = batchCalls<Asked, Skeleton>(async asked => {
    const query = asked.length === 1 ? feedPageQuery(db, ...asked[0]!) : feedPagesQuery(db, asked)
    return (await db.executeQuery(query)).rows
  }, TOGETHER)
  ofDb.set(name, made)
  return made
}

/**
 * The rows of one page, and of the pinned posts above it. Only pages found by key alone are batched: a search or an
 * offset would delay the others.
 */
export const findFeedPage = async (db: Db, request: FeedPageRequest, ages: AgesNow): Promise<SkeletonRow[]> => {
  if (standsBelowPins(request) && request.start.skip === 0)
    return readSkeleton([await readerOf(db, formName(request))([request, ages])])
  return readSkeleton((await db.executeQuery(feedPageQuery(db, request, ages))).rows)
}
