// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { hydratePosts, dehydratePosts } from './persisted-posts.ts'
import { postStoreOf } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'

const storeWith = (...ids: string[]) => {
  const posts = postStoreOf(new QueryClient())
  posts.addFetched(ids.map(id => somePost(id)))
  return posts
}
const idsOf = ({ posts }: { posts: { _id: string }[] }) => posts.map(({ _id }) => _id)

test('posts of earlier visits, to which persisted lists refer, are kept by a visit that loads other posts or none', () => {
  const before = dehydratePosts(storeWith('1', '2'))
  expect(idsOf(dehydratePosts(storeWith('3'), before))).toEqual(['3', '2', '1'])
  expect(idsOf(dehydratePosts(storeWith(), before))).toEqual(['2', '1'])
})

test('a removed post is not persisted again', () => {
  const before = dehydratePosts(storeWith('1', '2'))
  const posts = storeWith('1')
  posts.drop('1')
  expect(idsOf(dehydratePosts(posts, before))).toEqual(['2'])
})

test('hydrated posts count as older than everything that is loaded later', () => {
  const before = { ...dehydratePosts(storeWith('1')), moment: 40 }
  const posts = storeWith()
  hydratePosts(posts, before)
  expect(posts.get('1')).toMatchObject({ _id: '1' })
  expect(posts.now()).toBeGreaterThan(40)
  expect(dehydratePosts(storeWith(), before).moment).toBe(40)
})
