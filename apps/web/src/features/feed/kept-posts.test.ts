// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { bringPosts, keepPosts } from './kept-posts.ts'
import { postsIn } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'

const storeWith = (...ids: string[]) => {
  const posts = postsIn(new QueryClient())
  posts.read(ids.map(id => somePost(id)))
  return posts
}
const idsOf = ({ posts }: { posts: { _id: string }[] }) => posts.map(({ _id }) => _id)

test('a visit that shows other posts, or none, keeps those of earlier visits: their lists still name them', () => {
  const before = keepPosts(storeWith('1', '2'))
  expect(idsOf(keepPosts(storeWith('3'), before))).toEqual(['3', '2', '1'])
  expect(idsOf(keepPosts(storeWith(), before))).toEqual(['2', '1'])
})

test('what is gone by now is not kept, though it was', () => {
  const before = keepPosts(storeWith('1', '2'))
  const posts = storeWith('1')
  posts.drop('1')
  expect(idsOf(keepPosts(posts, before))).toEqual(['2'])
})

test('what is brought back lies under what is read from then on', () => {
  const before = { ...keepPosts(storeWith('1')), moment: 40 }
  const posts = storeWith()
  bringPosts(posts, before)
  expect(posts.get('1')).toMatchObject({ _id: '1' })
  expect(posts.now()).toBeGreaterThan(40)
  expect(keepPosts(storeWith(), before).moment).toBe(40)
})
