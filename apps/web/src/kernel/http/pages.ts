/** What an answer in pages says of the next one. */
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

/** The server finds the next page by the cursor of the last one, so that what arrives meanwhile doubles nothing. */
export const nextPage = (last: Page): PageAsked | undefined =>
  last.hasNextPage && last.nextPage ? { page: last.nextPage, ...(last.cursor && { cursor: last.cursor }) } : undefined
