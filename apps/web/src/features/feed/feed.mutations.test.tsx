import type { LiveEvent } from '@parvis/contract/feed.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { setAnswersLater } from './answer-later.ts'
import { useAnswerPost } from './feed.mutations.ts'
import { useFlagPost } from './flag-post.ts'
import { useRemovePost } from './remove-post.ts'
import { postsIn, type Posts } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

let root: Root
let posts: Posts
let acts: {
  answer: (post: LiveEvent) => void
  remove: (post: LiveEvent) => void
  flag: ReturnType<typeof useFlagPost>
}
/** Calls under way, in order. */
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
    acts = { answer, remove, flag }
  }, [answer, remove, flag])
  return null
}

beforeAll(async () => {
  // Nothing can be queued here, so that errors are shown.
  setAnswersLater({ answerLater: async () => false, goesAfterAnother: () => false })
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('common', 'errors', 'feed', 'post', 'postacts')
  await setLanguage('en')
})
beforeEach(async () => {
  calls = []
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    return new Promise<Response>((resolve, reject) => {
      const turn = (end: () => void) => act(async () => end())
      calls.push({
        path,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
        done: (answer, status = 200) => turn(() => resolve(new Response(JSON.stringify(answer), { status }))),
        fail: () => turn(() => reject(new TypeError('Failed to fetch'))),
      })
    })
  })
  const queryClient = new QueryClient({ defaultOptions: { mutations: { retry: false, networkMode: 'always' } } })
  posts = postsIn(queryClient)
  posts.read([somePost('a', { interestedCount: 2 })])
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

const now = () => posts.get('a')!
const tap = () => act(async () => acts.answer(now()))
const told = () => shownToasts().map(({ text }) => text)
const refused = (key: string) => ({ error: { key } })
const given = (version: number, interested: boolean) =>
  somePost('a', {
    version,
    interested,
    interestedCount: interested ? 3 : 2,
    interestedUsersIds: interested ? ['me'] : [],
  })

test('an answer is shown optimistically, and not undone by a page that the server sent before it', async () => {
  await tap()
  expect(now()).toMatchObject({ interested: true, interestedCount: 3 })
  posts.read([somePost('a', { interestedCount: 2 })])
  expect(now()).toMatchObject({ interested: true, interestedCount: 3 })
  await calls[0]!.done(given(2, true))
  expect(now()).toMatchObject({ interested: true, interestedCount: 3, version: 2 })
  posts.read([somePost('a', { interestedCount: 2 })])
  expect(now()).toMatchObject({ interested: true, interestedCount: 3 })
  expect(told()).toEqual([])
})

test('nor by a live event of the previous answer; an answer on another device counts', async () => {
  const say = (version: number, interested: boolean, interestedCount: number) =>
    posts.tellInterest({ _id: 'a', version, userId: 'me', interested, interestedCount }, 'me')
  posts.read([given(2, true)])
  await tap()
  expect(now()).toMatchObject({ interested: false, interestedCount: 2 })
  say(2, true, 3)
  expect(now()).toMatchObject({ interested: false, interestedCount: 2 })
  await calls[0]!.done(given(3, false))
  expect(now().interested).toBe(false)
  expect(told()).toEqual(['You are not interested any more.'])
  say(4, true, 5)
  expect(now()).toMatchObject({ interested: true, interestedCount: 5 })
})

test('taps on one post are sent one after another, and the last one wins', async () => {
  await tap()
  await tap()
  expect([now().interested, calls.map(({ path }) => path)]).toEqual([false, ['/events/interested/a']])
  await calls[0]!.done(given(2, true))
  expect(now()).toMatchObject({ interested: false, interestedCount: 2 })
  expect(calls[1]!.path).toBe('/events/uninterested/a')
  await calls[1]!.done(given(3, false))
  expect(now()).toMatchObject({ interested: false, interestedCount: 2 })
})

test('calls for one post do not block those for another', async () => {
  posts.read([somePost('b')])
  await tap()
  await act(async () => acts.answer(posts.get('b')!))
  expect(calls.map(({ path }) => path)).toEqual(['/events/interested/a', '/events/interested/b'])
  for (const { done } of calls) await done(refused('forbidden'), 403)
})

test('a refused answer is rolled back with a toast, offline at once', async () => {
  await tap()
  await calls[0]!.done(refused('unexpectederror'), 500)
  expect([now().interested, now().interestedCount, told().length]).toEqual([false, 2, 1])
  await tap()
  await calls[1]!.fail()
  expect([now().interested, shownToasts().at(-1)?.cause]).toEqual([false, 'no network'])
})

test('a post that is deleted by then disappears', async () => {
  await tap()
  await calls[0]!.done(refused('error404'), 404)
  expect(posts.get('a')).toBeNull()
  posts.tell(somePost('a', { version: 2 }))
  expect(posts.get('a')?.version).toBe(2)
})

test('a post is removed optimistically, and restored when the server refuses', async () => {
  const remove = () => act(async () => acts.remove(somePost('a')))
  await remove()
  expect(posts.get('a')).toBeNull()
  await calls[0]!.done(refused('unexpectederror'), 500)
  expect([posts.get('a')?._id, told().length]).toEqual(['a', 1])
  await remove()
  await calls[1]!.done({ _id: 'a' })
  posts.read([somePost('a', { version: 7 })])
  expect([posts.get('a'), told().at(-1)]).toEqual([null, 'Post deleted'])
})

test('removing a post that somebody else has removed succeeds', async () => {
  await act(async () => acts.remove(somePost('a')))
  await calls[0]!.done(refused('error404'), 404)
  expect([posts.get('a'), told()]).toEqual([null, ['Post deleted']])
})

test('a reported post is marked once the server has accepted the report, and not before', async () => {
  const failed = vi.fn()
  await act(async () => void acts.flag('a', { reason: 'spam' }).catch(failed))
  await calls[0]!.fail()
  expect([failed.mock.calls.length, now().flagged]).toEqual([1, false])
  await act(async () => void acts.flag('a', { reason: 'spam' }))
  expect([now().flagged, calls[1]!.body]).toEqual([false, { reason: 'spam' }])
  await calls[1]!.done({ _id: 'a' })
  posts.read([somePost('a', { version: 2 })])
  expect(now().flagged).toBe(true)
})
