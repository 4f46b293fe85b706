import type { FeedPost } from '@parvis/contract/feed.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { setOfflineAnswers } from './offline-answers.ts'
import { useAnswerPost } from './feed.mutations.ts'
import { useFlagPost } from './flag-post.ts'
import { useRemovePost } from './remove-post.ts'
import { postStoreOf, type PostStore } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

let root: Root
let posts: PostStore
let actions: {
  answer: (post: FeedPost) => void
  remove: (post: FeedPost) => void
  flag: ReturnType<typeof useFlagPost>
}
/** Calls in flight, in the order they were sent. */
let calls: {
  path: string
  body: unknown
  done: (answer: object, status?: number) => Promise<void>
  fail: () => Promise<void>
}[]

const Screen = () => {
  const { mutate: answer } = useAnswerPost({ _id: 'me', gender: null })
  const { mutate: remove } = useRemovePost()
  const flag = useFlagPost()
  useEffect(() => {
    actions = { answer, remove, flag }
  }, [answer, remove, flag])
  return null
}

beforeAll(async () => {
  // Disables the offline queue, so that errors are shown.
  setOfflineAnswers({ queueAnswer: async () => false, replacePendingAnswer: () => false })
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('frame', 'feed')
  await setLanguage('en')
})
beforeEach(async () => {
  calls = []
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      const settle = (end: () => void) => act(async () => end())
      calls.push({
        path,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        done: (answer, status = 200) => settle(() => resolve(new Response(JSON.stringify(answer), { status }))),
        fail: () => settle(() => reject(new TypeError('Failed to fetch'))),
      })
    })
  })
  const queryClient = new QueryClient({ defaultOptions: { mutations: { retry: false, networkMode: 'always' } } })
  posts = postStoreOf(queryClient)
  posts.addFetched([somePost('a', { interestedCount: 2 })])
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  for (const { id } of shownToasts()) closeToast(id)
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const current = () => posts.get('a')!
const tap = () => act(async () => actions.answer(current()))
const toastTexts = () => shownToasts().map(({ text }) => text)
const refused = (key: string) => ({ error: { key } })
const answered = (version: number, interested: boolean) =>
  somePost('a', {
    version,
    interested,
    interestedCount: interested ? 3 : 2,
    interestedUsersIds: interested ? ['me'] : [],
  })

test('an optimistic answer is not undone by a page that the server sent before it stored the answer', async () => {
  await tap()
  expect(current()).toMatchObject({ interested: true, interestedCount: 3 })
  posts.addFetched([somePost('a', { interestedCount: 2 })])
  expect(current()).toMatchObject({ interested: true, interestedCount: 3 })
  await calls[0]!.done(answered(2, true))
  expect(current()).toMatchObject({ interested: true, interestedCount: 3, version: 2 })
  posts.addFetched([somePost('a', { interestedCount: 2 })])
  expect(current()).toMatchObject({ interested: true, interestedCount: 3 })
  expect(toastTexts()).toEqual([])
})

test('an optimistic answer ignores live events of older versions; a newer event from another device is applied', async () => {
  const receiveInterest = (version: number, interested: boolean, interestedCount: number) =>
    posts.applyInterest({ _id: 'a', version, userId: 'me', interested, interestedCount }, 'me')
  posts.addFetched([answered(2, true)])
  await tap()
  expect(current()).toMatchObject({ interested: false, interestedCount: 2 })
  receiveInterest(2, true, 3)
  expect(current()).toMatchObject({ interested: false, interestedCount: 2 })
  await calls[0]!.done(answered(3, false))
  expect(current().interested).toBe(false)
  expect(toastTexts()).toEqual(['You are not interested any more.'])
  receiveInterest(4, true, 5)
  expect(current()).toMatchObject({ interested: true, interestedCount: 5 })
})

test('taps on one post are sent one after another, and the last tap determines the answer', async () => {
  await tap()
  await tap()
  expect([current().interested, calls.map(({ path }) => path)]).toEqual([false, ['/events/interested/a']])
  await calls[0]!.done(answered(2, true))
  expect(current()).toMatchObject({ interested: false, interestedCount: 2 })
  expect(calls[1]!.path).toBe('/events/uninterested/a')
  await calls[1]!.done(answered(3, false))
  expect(current()).toMatchObject({ interested: false, interestedCount: 2 })
})

test('calls for one post do not delay calls for another', async () => {
  posts.addFetched([somePost('b')])
  await tap()
  await act(async () => actions.answer(posts.get('b')!))
  expect(calls.map(({ path }) => path)).toEqual(['/events/interested/a', '/events/interested/b'])
  for (const { done } of calls) await done(refused('forbidden'), 403)
})

test('a refused answer is rolled back with a toast; without a network, the cause of the toast is "no network"', async () => {
  await tap()
  await calls[0]!.done(refused('unexpectederror'), 500)
  expect([current().interested, current().interestedCount, toastTexts().length]).toEqual([false, 2, 1])
  await tap()
  await calls[1]!.fail()
  expect([current().interested, shownToasts().at(-1)?.cause]).toEqual([false, 'no network'])
})

test('answering a post that was deleted removes its card', async () => {
  await tap()
  await calls[0]!.done(refused('error404'), 404)
  expect(posts.get('a')).toBeNull()
  posts.applyPost(somePost('a', { version: 2 }))
  expect(posts.get('a')?.version).toBe(2)
})

test('a post is removed optimistically, and restored when the server refuses', async () => {
  const remove = () => act(async () => actions.remove(somePost('a')))
  await remove()
  expect(posts.get('a')).toBeNull()
  await calls[0]!.done(refused('unexpectederror'), 500)
  expect([posts.get('a')?._id, toastTexts().length]).toEqual(['a', 1])
  await remove()
  await calls[1]!.done({ _id: 'a' })
  posts.addFetched([somePost('a', { version: 7 })])
  expect([posts.get('a'), toastTexts().at(-1)]).toEqual([null, 'Post deleted'])
})

test('removing a post that somebody else has already removed succeeds', async () => {
  await act(async () => actions.remove(somePost('a')))
  await calls[0]!.done(refused('error404'), 404)
  expect([posts.get('a'), toastTexts()]).toEqual([null, ['Post deleted']])
})

test('a reported post is marked once the server has accepted the report, and not before', async () => {
  const onFailed = vi.fn()
  await act(async () => void actions.flag('a', { reason: 'spam' }).catch(onFailed))
  await calls[0]!.fail()
  expect([onFailed.mock.calls.length, current().flagged]).toEqual([1, false])
  await act(async () => void actions.flag('a', { reason: 'spam' }))
  expect([current().flagged, calls[1]!.body]).toEqual([false, { reason: 'spam' }])
  await calls[1]!.done({ _id: 'a' })
  posts.addFetched([somePost('a', { version: 2 })])
  expect(current().flagged).toBe(true)
})
