// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { listContentOf, type LoadedList } from './feed.lists.ts'
import { listIdOf, type IdPage } from './feed.queries.ts'
import { postStoreOf } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'

const all = listIdOf('home', {})
const pinned = { pinnedUntil: null }

/** A page loaded while the posts `above` were pinned above the list. */
const page = (ids: string[], at: number, above?: string[]): IdPage => ({
  ids,
  low: ids.at(-1)!,
  at,
  above: { pinned: above },
  hasNextPage: true,
  nextPage: 2,
  cursor: null,
})
const storeOf = (...ids: string[]) => {
  const posts = postStoreOf(new QueryClient())
  posts.addFetched(ids.map(id => somePost(id)))
  return posts
}

test('a pinned post is above the list of all posts and omitted from it; other lists contain it in order', () => {
  const posts = storeOf('c', 'a')
  posts.addFetched([somePost('b', pinned)])
  const read: LoadedList = { pages: [page(['c', 'b', 'a'], 1, ['b'])], top: null }
  expect(listContentOf(all, read, posts)).toEqual({ ids: ['c', 'a'], pinned: ['b'] })
  expect(listContentOf(listIdOf('home', { filter: 'post' }), read, posts)).toEqual({
    ids: ['c', 'b', 'a'],
    pinned: [],
  })
})

test('a post that a page lacks because the post was pinned is listed once the pin has expired', () => {
  const posts = storeOf('d', 'c', 'a')
  posts.addFetched([somePost('b', pinned)])
  const pages = [page(['d', 'c'], 1, ['b']), page(['a'], 2)]
  // The pin of b has expired, and another list has loaded b since.
  posts.addFetched([somePost('b')])
  const top = { parts: [page(['d', 'c'], 3, [])], isCut: false }
  expect(listContentOf(all, { pages, top }, posts)).toEqual({ ids: ['d', 'c', 'b', 'a'], pinned: [] })
})

test('a post pinned by another community is not inserted when no page contains it', () => {
  const posts = storeOf('d', 'c', 'a')
  posts.addFetched([somePost('b', { ...pinned, communityId: 'sister' })])
  const top = { parts: [page(['d', 'c'], 3, [])], isCut: false }
  expect(listContentOf(all, { pages: [page(['d', 'c'], 1), page(['a'], 2)], top }, posts)).toEqual({
    ids: ['d', 'c', 'a'],
    pinned: [],
  })
})

test('the list of one member contains only their posts, including those published since the fetch', () => {
  const posts = storeOf('a')
  const read: LoadedList = { pages: [{ ...page(['a'], posts.now()), low: '', hasNextPage: false }], top: null }
  const authored = somePost('b')
  posts.applyPost(authored)
  posts.applyPost(somePost('c', { userId: 'another' }))
  expect(listContentOf(listIdOf('home', { author: authored.userId }), read, posts)).toEqual({
    ids: ['b', 'a'],
    pinned: [],
  })
})
