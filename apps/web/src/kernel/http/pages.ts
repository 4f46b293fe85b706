interface Page {
  hasNextPage: boolean
  nextPage: number | null
  cursor: string | null
}

export interface PageAsked {
  page: number
  cursor?: string
}

export const firstPage: PageAsked = { page: 1 }

/** A cursor prevents duplicates when items are created meanwhile. */
export const nextPage = (last: Page): PageAsked | undefined =>
  last.hasNextPage && last.nextPage ? { page: last.nextPage, ...(last.cursor && { cursor: last.cursor }) } : undefined
