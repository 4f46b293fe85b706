import { answerEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { useQueryClient } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { calls, render, renderStandalone, refusal, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import { postStoreOf, usePost } from '../posts.store.ts'
import { somePost } from '../testing/some-post.ts'
import { usePostActions } from '../use-post-actions.tsx'
import { PostCard } from './PostCard.tsx'

// Mocks the offline queue of answers as not loaded.
vi.mock('../offline-answers.ts', () => ({ getOfflineAnswers: () => null, waitForOfflineAnswers: async () => null }))

renderStandalone('feed')

const post = somePost('p1', { eventId: { title: 'Réponse', lang: { en: {} } } })
const community = { customUri: 'c', timezone: 'Europe/Paris', name: 'C', logoUri: null }
const viewer = {
  _id: 'me',
  gender: null,
  communityId: 'home',
  suspendedUntil: null,
  abilities: { answer: true, openProfiles: true },
} as unknown as Parameters<typeof usePostActions>[0]

const Card = () => {
  const { actions } = usePostActions(viewer, 'c')
  const current = usePost('p1')
  return current && <PostCard post={current} community={community} actions={actions} />
}
const Feed = () => {
  postStoreOf(useQueryClient()).addFetched([post])
  return <Card />
}
const answer = () => document.querySelector<HTMLElement>('footer button[aria-pressed]')!
const tap = () => act(async () => answer().click())

afterEach(() => {
  for (const { id } of shownToasts()) closeToast(id)
})

test('an answer is shown optimistically, and rolled back with an error when the server refuses it', async () => {
  const response = Promise.withResolvers<Response>()
  stub(answerEvent, () => response.promise)
  await render(<Feed />)
  await tap()
  expect(answer().getAttribute('aria-pressed')).toBe('true')
  response.resolve(refusal('unexpectederror'))
  await waitUntil(() => answer().getAttribute('aria-pressed') === 'false')
  expect(answer().getAttribute('aria-pressed')).toBe('false')
  expect(shownToasts().map(({ kind }) => kind)).toEqual(['error'])
  expect(shownToasts()[0]!.text).not.toContain('unexpectederror')
})

test('after an answer, a toast offers a further action, and the next tap withdraws the answer', async () => {
  stub(answerEvent, { ...post, version: 2, interested: true, interestedCount: 1 })
  stub(withdrawAnswer, { ...post, version: 3 })
  await render(<Feed />)
  await tap()
  await waitUntil(() => shownToasts().length > 0)
  expect(shownToasts()[0]!.action).toBeDefined()
  await tap()
  await waitUntil(() => shownToasts()[0]?.action === undefined && shownToasts().length > 0)
  expect([answer().getAttribute('aria-pressed'), ...calls]).toEqual([
    'false',
    'POST /events/interested/p1',
    'POST /events/uninterested/p1',
  ])
})
