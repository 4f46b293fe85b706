interface Page {
  hasNextPage: boolean
  nextPage: number | null
  cursor: string | null
}

export interface PageRequest {
  page: number
  cursor?: string
}

export const firstPage: PageRequest = { page: 1 }

/** A cursor prevents duplicates when items are created meanwhile. */
export const nextPage = (last: Page): PageRequest | undefined =>
  last.hasNextPage && last.nextPage ? { page: last.nextPage, ...(last.cursor && { cursor: last.cursor }) } : undefined
