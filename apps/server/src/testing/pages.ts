import { expect } from 'vitest'

/** Reads up to `maxPages` pages by cursor and by page number; expects the same documents, and none of them twice. */
export const readAllPages = async <D extends { _id: string }>(
  readPage: (page: { page?: number; cursor?: string }) => Promise<{
    docs: D[]
    hasNextPage: boolean
    nextPage: number | null
    cursor: string | null
  }>,
  maxPages = 5,
) => {
  const byCursor: D[] = []
  const byNumber: D[] = []
  let last: Awaited<ReturnType<typeof readPage>> | undefined
  for (let n = 1; n <= maxPages && (!last || last.hasNextPage); n++) {
    byNumber.push(...(await readPage({ page: n })).docs)
    last = await readPage(last?.cursor ? { page: n, cursor: last.cursor } : {})
    byCursor.push(...last.docs)
  }
  expect(byCursor.map(({ _id }) => _id)).toEqual(byNumber.map(({ _id }) => _id))
  expect(new Set(byCursor.map(({ _id }) => _id)).size).toBe(byCursor.length)
  return byCursor
}
