import { hash } from 'node:crypto'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { fail } from '../errors.ts'
import { isId, LAST_ID } from '../ids.ts'

/** The last page that may be requested by number: numbered pages use OFFSET, which becomes slower with each page. */
export const LAST_NUMBERED_PAGE = 50

export interface PageStart {
  before: string
  skip: number
  page: number
}

export interface ListStart extends PageStart {
  limit: number | null
}

const scopeHash = (scope: readonly unknown[]) => hash('sha256', JSON.stringify(scope), 'base64url').slice(0, 8)

/**
 * Where to start reading the requested page: after the row with the key `after`, or after `skip` rows. Throws
 * `badrequest` for a cursor of another `scope` (all filters of the list) and for a page beyond `LAST_NUMBERED_PAGE`.
 */
export const keyedPageStart = (
  query: { page?: number; cursor?: string },
  scope: readonly unknown[],
  isKey: (text: string) => boolean,
  pageSize = PAGE_SIZE,
): { after: string | null; skip: number; page: number } => {
  const page = query.page ?? 1
  if (query.cursor !== undefined) {
    const [hashInCursor, after] = Buffer.from(query.cursor, 'base64url').toString('latin1').split('.')
    if (hashInCursor !== scopeHash(scope) || !after || !isKey(after)) return fail('badrequest', { field: 'cursor' })
    return { after, skip: 0, page }
  }
  if (page > LAST_NUMBERED_PAGE) return fail('badrequest', { field: 'page' })
  return { after: null, skip: (page - 1) * pageSize, page }
}

export const pageStart = (query: { page?: number; cursor?: string }, scope: readonly unknown[]): PageStart => {
  const { after, skip, page } = keyedPageStart(query, scope, isId)
  return { before: after ?? LAST_ID, skip, page }
}

export const createPage = <D>(
  docs: D[],
  { page }: { page: number },
  { hasNextPage, lastKey, scope }: { hasNextPage: boolean; lastKey: string | undefined; scope: readonly unknown[] },
) => ({
  docs,
  page,
  hasNextPage,
  nextPage: hasNextPage ? page + 1 : null,
  cursor: hasNextPage && lastKey ? Buffer.from(`${scopeHash(scope)}.${lastKey}`, 'latin1').toString('base64url') : null,
})

interface ListRead<R, D> {
  scope: readonly unknown[]
  find: (start: ListStart) => Promise<R[]>
  /** Maximum number of rows with `all`; the rest follows in pages. */
  maxRows?: number
  present: (row: R) => D
}

export const assertSinglePage = ({ page, cursor }: { page?: number; cursor?: string }): void => {
  if (cursor !== undefined) fail('badrequest', { field: 'cursor' })
  if (page !== undefined && page !== 1) fail('badrequest', { field: 'page' })
}

/** Reads one page of a list, or with `all` the whole list up to `maxRows` rows as a single page. */
export const readPage = async <R extends { id: string }, D>(
  query: { page?: number; cursor?: string; all?: boolean },
  { scope, find, maxRows, present }: ListRead<R, D>,
) => {
  if (query.all) assertSinglePage(query)
  const start: ListStart = query.all
    ? { before: LAST_ID, skip: 0, page: 1, limit: maxRows === undefined ? null : maxRows + 1 }
    : { ...pageStart(query, scope), limit: PAGE_SIZE + 1 }
  const rows = await find(start)
  const pageRows = start.limit === null ? rows : rows.slice(0, start.limit - 1)
  return createPage(pageRows.map(present), start, {
    hasNextPage: rows.length > pageRows.length,
    lastKey: pageRows.at(-1)?.id,
    scope,
  })
}
