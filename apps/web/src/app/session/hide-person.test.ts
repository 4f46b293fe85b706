// @vitest-environment node
import type { FeedPost } from '@parvis/contract/feed.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { postStoreOf } from '#web/features/feed/posts.store.ts'
import { hidePerson } from './hide-person.ts'

test('hidePerson hides the posts of a blocked person, and shows them again after unblocking', () => {
  const queryClient = new QueryClient()
  const posts = postStoreOf(queryClient)
  posts.applyPost({ _id: 'p', version: 1, user: { _id: 'bob' }, abilities: {} } as FeedPost)
  hidePerson(queryClient, 'bob', true)
  expect(posts.get('p')).toBeNull()
  hidePerson(queryClient, 'bob', false)
  expect(posts.get('p')).toMatchObject({ _id: 'p' })
})
