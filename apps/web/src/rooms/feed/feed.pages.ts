import type { FeedPage, LiveEvent } from '@parvis/contract/feed.ts'
import { replaceEqualDeep, type InfiniteData } from '@tanstack/react-query'
import { firstPage, type PageAsked } from '#web/kernel/http/pages.ts'

/** A list as the cache holds it: the newest post first, by id. */
export type FeedData = InfiniteData<FeedPage, PageAsked>

export const postsOf = (data: FeedData): LiveEvent[] => data.pages.flatMap(page => page.docs)

export const findPost = (data: FeedData, id: string): LiveEvent | undefined => {
  for (const page of data.pages) {
    const found = page.docs.find(post => post._id === id)
    if (found) return found
  }
  return undefined
}

const withDocs = (data: FeedData, at: number, docs: LiveEvent[]): FeedData => ({
  ...data,
  pages: data.pages.map((page, n) => (n === at ? { ...page, docs } : page)),
})

/** Changes one post where it stands; a page that does not hold it stays the same object. */
export const changePost = (data: FeedData, id: string, change: (post: LiveEvent) => LiveEvent): FeedData => {
  const at = data.pages.findIndex(page => page.docs.some(post => post._id === id))
  return at < 0
    ? data
    : withDocs(
        data,
        at,
        data.pages[at]!.docs.map(post => (post._id === id ? change(post) : post)),
      )
}

/** Puts a post at its place; one that is older than what was read so far comes with its own page. */
export const insertPost = (data: FeedData, post: LiveEvent): FeedData => {
  if (findPost(data, post._id)) return changePost(data, post._id, known => replaceEqualDeep(known, post))
  for (const [at, { docs }] of data.pages.entries()) {
    const place = docs.findIndex(other => other._id < post._id)
    if (place >= 0) return withDocs(data, at, docs.toSpliced(place, 0, post))
  }
  const last = data.pages.length - 1
  return data.pages[last]?.hasNextPage === false ? withDocs(data, last, [...data.pages[last].docs, post]) : data
}

export const withoutPost = (data: FeedData, id: string): FeedData => {
  const at = data.pages.findIndex(page => page.docs.some(post => post._id === id))
  return at < 0
    ? data
    : withDocs(
        data,
        at,
        data.pages[at]!.docs.filter(post => post._id !== id),
      )
}

/** Whether pages read anew from the top reach down to what is known, so that no post between them is missed. */
export const reaches = (fresh: readonly FeedPage[], id: string | undefined): boolean => {
  const last = fresh.at(-1)
  const low = last?.docs.at(-1)?._id
  return !last?.hasNextPage || low === undefined || (id !== undefined && low <= id)
}

/**
 * What was read anew from the top takes the place of what was known that far down; older posts stay. Posts that did not
 * change stay the same objects.
 */
export const mergeFresh = (data: FeedData, fresh: readonly FeedPage[]): FeedData => {
  const last = fresh.at(-1)
  if (!last) return data
  const low = last.hasNextPage ? (last.docs.at(-1)?._id ?? '') : ''
  // thousands may have been read: what is older than the fresh ones is not gone through
  const isOlder = ({ docs: [newest] }: FeedPage) => newest !== undefined && newest._id < low
  const known = new Map(
    data.pages
      .filter(page => !isOlder(page))
      .flatMap(page => page.docs)
      .map(post => [post._id, post]),
  )
  const docs = fresh.flatMap(page => page.docs.map(post => replaceEqualDeep(known.get(post._id), post)))
  const kept = data.pages.map(page =>
    isOlder(page) ? page : { ...page, docs: page.docs.filter(post => post._id < low) },
  )
  const [first] = kept
  const isDeeper = kept.some(page => page.docs.length > 0)
  if (!first || !isDeeper || !reaches(fresh, postsOf(data)[0]?._id))
    return { pages: [{ ...last, docs }], pageParams: [firstPage] }
  return { pages: [{ ...first, docs: [...docs, ...first.docs] }, ...kept.slice(1)], pageParams: data.pageParams }
}
