import { hash } from 'node:crypto'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { fail } from '../errors.ts'
import { isId, LAST_ID } from '../ids.ts'

/** Pages asked for by number, without a cursor, are found by skipping keys: not deeper than this. */
export const LAST_NUMBERED_PAGE = 50

/** Where a page starts: before this key, after skipping so many. */
export interface PageStart {
  before: string
  skip: number
  page: number
}

/** `limit` is one row more than the page shows; without one it goes on to the end. */
export interface ListStart extends PageStart {
  limit: number | null
}

/** A few characters that stand for what the list was narrowed to. */
const markOf = (scope: readonly unknown[]) => hash('sha256', JSON.stringify(scope), 'base64url').slice(0, 8)

/**
 * Reads `page` and `cursor` of a list. `scope` is everything that narrows it (community, filter, search): the cursor of
 * another scope is `badrequest`, as are pages beyond the last numbered one. `after` is the key of the last row before
 * the page, as `pageOf` was given it; `isKey` says what can be one, `size` how many rows a page has.
 */
export const keyedPageStart = (
  query: { page?: number; cursor?: string },
  scope: readonly unknown[],
  isKey: (text: string) => boolean,
  size = PAGE_SIZE,
): { after: string | null; skip: number; page: number } => {
  const page = query.page ?? 1
  if (query.cursor !== undefined) {
    const [mark, after] = Buffer.from(query.cursor, 'base64url').toString('latin1').split('.')
    if (mark !== markOf(scope) || !after || !isKey(after)) return fail('badrequest', { field: 'cursor' })
    return { after, skip: 0, page }
  }
  if (page > LAST_NUMBERED_PAGE) return fail('badrequest', { field: 'page' })
  return { after: null, skip: (page - 1) * size, page }
}

/** The same for a list that is read by id, the newest first. */
export const pageStart = (query: { page?: number; cursor?: string }, scope: readonly unknown[]): PageStart => {
  const { after, skip, page } = keyedPageStart(query, scope, isId)
  return { before: after ?? LAST_ID, skip, page }
}

/** The keys of a page out of one row more than it shows: the one too many only says that there is a next page. */
export const pageOf = <D>(
  docs: D[],
  { page }: { page: number },
  { hasNextPage, lastKey, scope }: { hasNextPage: boolean; lastKey: string | undefined; scope: readonly unknown[] },
) => ({
  docs,
  page,
  hasNextPage,
  nextPage: hasNextPage ? page + 1 : null,
  cursor: hasNextPage && lastKey ? Buffer.from(`${markOf(scope)}.${lastKey}`, 'latin1').toString('base64url') : null,
})

interface ListRead<R, D> {
  /** Everything that narrows the list: community, filter, search. */
  scope: readonly unknown[]
  find: (start: ListStart) => Promise<R[]>
  /**
   * So many at the most where all are asked for at once. The others are told of, and follow in pages from the cursor
   * on.
   */
  most?: number
  present: (row: R) => D
}

/** The whole of a list has no second page: `badrequest` for who asks for both. */
export const mustBeOnePage = ({ page, cursor }: { page?: number; cursor?: string }): void => {
  if (cursor !== undefined) fail('badrequest', { field: 'cursor' })
  if (page !== undefined && page !== 1) fail('badrequest', { field: 'page' })
}

/** One page of a list, or with `all` the whole of it as a single page, as far as one may be. */
export const readPage = async <R extends { id: string }, D>(
  query: { page?: number; cursor?: string; all?: boolean },
  { scope, find, most, present }: ListRead<R, D>,
) => {
  if (query.all) mustBeOnePage(query)
  const start: ListStart = query.all
    ? { before: LAST_ID, skip: 0, page: 1, limit: most === undefined ? null : most + 1 }
    : { ...pageStart(query, scope), limit: PAGE_SIZE + 1 }
  const rows = await find(start)
  const shown = start.limit === null ? rows : rows.slice(0, start.limit - 1)
  return pageOf(shown.map(present), start, {
    hasNextPage: rows.length > shown.length,
    lastKey: shown.at(-1)?.id,
    scope,
  })
}
