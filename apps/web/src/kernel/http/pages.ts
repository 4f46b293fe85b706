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

/** The request for the next page; its cursor prevents duplicates when items are created between the requests. */
export const nextPage = (last: Page): PageRequest | undefined =>
  last.hasNextPage && last.nextPage ? { page: last.nextPage, ...(last.cursor && { cursor: last.cursor }) } : undefined
