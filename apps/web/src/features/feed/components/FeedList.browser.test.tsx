import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import type { ListTop } from '../feed.lists.ts'
import { pageOfIds } from '../feed.queries.ts'
import { postStoreOf } from '../posts.store.ts'
import { somePost } from '../testing/some-post.ts'
import { useFeedList } from '../use-feed-list.ts'
import { FeedList } from './FeedList.tsx'
import type { PostCardProps } from './PostCard.tsx'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const renders = vi.hoisted(() => ({ screens: 0, lists: 0, cards: [] as string[] }))
vi.mock('./PostCard.tsx', async () => {
  const { memo } = await import('react')
  return {
    PostCard: memo(({ post }: PostCardProps) => {
      renders.cards.push(`${post._id} ${post.interestedCount}`)
      return <article>{post._id}</article>
    }),
  }
})
vi.mock('#web/kernel/screen/near-end.ts', () => ({
  useNearEnd: () => {
    renders.lists++
  },
}))

const listId = { communityId: 'home', filter: 'all', search: '' }
const page = {
  docs: [somePost('b'), somePost('a')],
  page: 1,
  hasNextPage: false,
  nextPage: null,
  cursor: null,
  templatesUpdateTimestamp: '',
}
const data = { pages: [pageOfIds([page], 1)] }
const top: ListTop | null = null
const rest = {
  community: { customUri: 'c', timezone: 'Europe/Paris', name: 'C', logoUri: null },
  actions: {} as PostCardProps['actions'],
  dimmed: false,
  isOffline: false,
  hasMore: false,
  isLoadingMore: false,
  hasLoadMoreFailed: false,
  onLoadMore: () => {},
}

const Screen = () => {
  useEffect(() => {
    renders.screens++
  })
  return <FeedList listKey="feed" ids={useFeedList(listId, data, top).ids} {...rest} />
}

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('frame', 'feed')
  await setLanguage('en')
})

let root: Root | undefined
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

test('a changed post renders only its card, and only an added or removed post renders the list', async () => {
  const queryClient = new QueryClient()
  const posts = postStoreOf(queryClient)
  posts.now()
  posts.addFetched(page.docs)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <QueryClientProvider client={queryClient}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
  const shownIds = () => [...document.querySelectorAll('article')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(shownIds()).toEqual(['b', 'a']))
  // The remaining cards render in a transition after the first ones.
  await act(() => new Promise(requestAnimationFrame))
  const resetRenders = () => Object.assign(renders, { screens: 0, lists: 0, cards: [] })

  resetRenders()
  await act(async () => posts.applyInterest({ _id: 'a', version: 2, interestedCount: 5 }, 'me'))
  expect(renders).toEqual({ screens: 0, lists: 0, cards: ['a 5'] })

  resetRenders()
  await act(async () => posts.addFetched([somePost('a', { version: 2, interestedCount: 5 }), somePost('b')]))
  expect(renders.cards.filter(card => card.startsWith('b'))).toEqual([])
  expect([renders.screens, renders.lists]).toEqual([0, 0])

  resetRenders()
  await act(async () => posts.applyPost(somePost('c')))
  expect(renders.screens).toBe(1)
  // Post `a` may render again: it is no longer among the first two, so its picture may load lazily.
  expect(renders.cards.filter(card => card.startsWith('b'))).toEqual([])
  expect(shownIds()).toEqual(['c', 'b', 'a'])

  await act(async () => posts.drop('b', 1))
  expect(shownIds()).toEqual(['c', 'a'])
})

test('a card accepts a tap while the window is scrolled', async () => {
  const queryClient = new QueryClient()
  const many = Array.from({ length: 30 }, (_, n) => somePost(`${n}`))
  const posts = postStoreOf(queryClient)
  posts.now()
  posts.addFetched(many)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <QueryClientProvider client={queryClient}>
        <FeedList listKey="long" ids={many.map(({ _id }) => _id)} {...rest} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(document.querySelector('article')).not.toBeNull())
  const card = document.querySelector('article')!
  const hits: boolean[] = []
  // Scrolls up and down, for as long as one wheel event lasts.
  for (let frame = 0; frame < 12; frame++) {
    scrollTo({ top: (frame % 2) * 8, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    const { left, right, top, bottom } = card.getBoundingClientRect()
    hits.push(card.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)))
  }
  expect(hits).toEqual(hits.map(() => true))
})
