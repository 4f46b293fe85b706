// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { contentOf, type LoadedList } from './feed.lists.ts'
import { listIdOf, type IdPage } from './feed.queries.ts'
import { postsIn } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'

const all = listIdOf('home', {})
const pinned = { pinnedUntil: null }

/** A page as loaded while `above` was pinned above the list. */
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
  const posts = postsIn(new QueryClient())
  posts.addFetched(ids.map(id => somePost(id)))
  return posts
}

test('a pinned post is above the list of all posts and not in it; in other lists it has its place', () => {
  const posts = storeOf('c', 'a')
  posts.addFetched([somePost('b', pinned)])
  const read: LoadedList = { pages: [page(['c', 'b', 'a'], 1, ['b'])], top: null }
  expect(contentOf(all, read, posts)).toEqual({ ids: ['c', 'a'], above: { pinned: ['b'] } })
  expect(contentOf(listIdOf('home', { filter: 'post' }), read, posts)).toEqual({
    ids: ['c', 'b', 'a'],
    above: { pinned: [] },
  })
})

test('a post that a page lacks because it was pinned then comes back to its place', () => {
  const posts = storeOf('d', 'c', 'a')
  posts.addFetched([somePost('b', pinned)])
  const pages = [page(['d', 'c'], 1, ['b']), page(['a'], 2)]
  // Its pin has expired, and another list has loaded it since.
  posts.addFetched([somePost('b')])
  const top = { parts: [page(['d', 'c'], 3, [])], isCut: false }
  expect(contentOf(all, { pages, top }, posts)).toEqual({ ids: ['d', 'c', 'b', 'a'], above: { pinned: [] } })
})

test('a post pinned by another community is not inserted where no page has it', () => {
  const posts = storeOf('d', 'c', 'a')
  posts.addFetched([somePost('b', { ...pinned, communityId: 'sister' })])
  const top = { parts: [page(['d', 'c'], 3, [])], isCut: false }
  expect(contentOf(all, { pages: [page(['d', 'c'], 1), page(['a'], 2)], top }, posts)).toEqual({
    ids: ['d', 'c', 'a'],
    above: { pinned: [] },
  })
})

test('the list of one member has only their posts, with those published since', () => {
  const posts = storeOf('a')
  const read: LoadedList = { pages: [{ ...page(['a'], posts.now()), low: '', hasNextPage: false }], top: null }
  const authored = somePost('b')
  posts.applyPost(authored)
  posts.applyPost(somePost('c', { userId: 'another' }))
  expect(contentOf(listIdOf('home', { author: authored.userId }), read, posts)).toEqual({
    ids: ['b', 'a'],
    above: { pinned: [] },
  })
})
