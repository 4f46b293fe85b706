import type { FeedPage } from '@parvis/contract/feed.ts'
import type { InfiniteData } from '@tanstack/react-query'
import type { PageAsked } from '#web/kernel/http/pages.ts'
import type { Moment } from './posts.store.ts'

export interface ListName {
  communityId: string
  filter: string
  search: string
}

/** A part of a list as it was read, newest first. */
export interface ReadPart {
  ids: readonly string[]
  /** It reaches down to this id, itself included; to the end of the list when it is empty. */
  low: string
  /** When its fetch set out. */
  at: Moment
}

export interface IdPage extends ReadPart, Pick<FeedPage, 'hasNextPage' | 'nextPage' | 'cursor'> {}

/** A list as the cache holds it. */
export type FeedData = InfiniteData<IdPage, PageAsked>

/** The beginning of a list, read anew. */
export interface Top {
  /** The last reading, then what of those before it reached further down. */
  parts: readonly ReadPart[]
  /** The last reading ended where more would have been too long to read. */
  isCut: boolean
}

/** All that was read of a list. */
export interface Read {
  pages: readonly IdPage[]
  top: Top | null
}

export const pageOfIds = (page: FeedPage, at: Moment): IdPage => {
  const ids = page.docs.map(({ _id }) => _id)
  const { hasNextPage, nextPage, cursor } = page
  return { ids, low: hasNextPage ? (ids.at(-1) ?? '') : '', at, hasNextPage, nextPage, cursor }
}
