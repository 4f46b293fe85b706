import { expect } from 'vitest'

/** Reads all pages, both by cursor and by page number. */
export const readAllPages = async <D extends { _id: string }>(
  read: (page: { page?: number; cursor?: string }) => Promise<{
    docs: D[]
    hasNextPage: boolean
    nextPage: number | null
    cursor: string | null
  }>,
  pages = 5,
) => {
  const byCursor: D[] = []
  const byNumber: D[] = []
  let last: Awaited<ReturnType<typeof read>> | undefined
  for (let n = 1; n <= pages && (!last || last.hasNextPage); n++) {
    byNumber.push(...(await read({ page: n })).docs)
    last = await read(last?.cursor ? { page: n, cursor: last.cursor } : {})
    byCursor.push(...last.docs)
  }
  expect(byCursor.map(({ _id }) => _id)).toEqual(byNumber.map(({ _id }) => _id))
  expect(new Set(byCursor.map(({ _id }) => _id)).size).toBe(byCursor.length)
  return byCursor
}
