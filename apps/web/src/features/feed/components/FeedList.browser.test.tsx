import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage } from '#web/kernel/text/i18n.ts'
import type { Top } from '../feed.lists.ts'
import { pageOfIds } from '../feed.queries.ts'
import { postsIn } from '../posts.store.ts'
import { somePost } from '../testing/some-post.ts'
import { useFeedList } from '../use-feed-list.ts'
import { FeedList } from './FeedList.tsx'
import type { PostCardProps } from './PostCard.tsx'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const drawn = vi.hoisted(() => ({ screens: 0, lists: 0, cards: [] as string[] }))
vi.mock('./PostCard.tsx', async () => {
  const { memo } = await import('react')
  return {
    PostCard: memo(({ post }: PostCardProps) => {
      drawn.cards.push(`${post._id} ${post.interestedCount}`)
      return <article>{post._id}</article>
    }),
  }
})
vi.mock('#web/kernel/screen/near-end.ts', () => ({
  useNearEnd: () => {
    drawn.lists++
  },
}))

const list = { communityId: 'home', filter: 'all', search: '' }
const name = ['feed']
const page = {
  docs: [somePost('b'), somePost('a')],
  page: 1,
  hasNextPage: false,
  nextPage: null,
  cursor: null,
  templatesUpdateTimestamp: '',
}
const data = { pages: [pageOfIds([page], 1)] }
const top: Top | null = null
const rest = {
  community: { customUri: 'c', timezone: 'Europe/Paris', name: 'C', logoUri: null },
  acts: {} as PostCardProps['acts'],
  dimmed: false,
  offline: false,
  more: false,
  loading: false,
  failed: false,
  onMore: () => {},
}

const Screen = () => {
  useEffect(() => {
    drawn.screens++
  })
  return <FeedList name={name} ids={useFeedList(list, data, top).ids} {...rest} />
}

beforeAll(async () => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  await loadTexts('common', 'feed')
  await setLanguage('en')
})

let root: Root | undefined
afterEach(async () => {
  await act(async () => root?.unmount())
  document.body.replaceChildren()
})

test('renders only the card whose post changed, and the list only when a post is added or removed', async () => {
  const queryClient = new QueryClient()
  const posts = postsIn(queryClient)
  posts.now()
  posts.read(page.docs)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <QueryClientProvider client={queryClient}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
  const shown = () => [...document.querySelectorAll('article')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(shown()).toEqual(['b', 'a']))
  // The remaining cards render in a transition after the first.
  await act(() => new Promise(requestAnimationFrame))
  const forget = () => Object.assign(drawn, { screens: 0, lists: 0, cards: [] })

  forget()
  await act(async () => posts.tellInterest({ _id: 'a', version: 2, interestedCount: 5 }, 'me'))
  expect(drawn).toEqual({ screens: 0, lists: 0, cards: ['a 5'] })

  forget()
  await act(async () => posts.read([somePost('a', { version: 2, interestedCount: 5 }), somePost('b')]))
  expect(drawn.cards.filter(card => card.startsWith('b'))).toEqual([])
  expect([drawn.screens, drawn.lists]).toEqual([0, 0])

  forget()
  await act(async () => posts.tell(somePost('c')))
  expect(drawn.screens).toBe(1)
  // The post is no longer among the first two, so its picture may load lazily.
  expect(drawn.cards.filter(card => card.startsWith('b'))).toEqual([])
  expect(shown()).toEqual(['c', 'b', 'a'])

  await act(async () => posts.drop('b', 1))
  expect(shown()).toEqual(['c', 'a'])
})

test('accepts a tap while the window is scrolled', async () => {
  const queryClient = new QueryClient()
  const many = Array.from({ length: 30 }, (_, n) => somePost(`${n}`))
  const posts = postsIn(queryClient)
  posts.now()
  posts.read(many)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root?.render(
      <QueryClientProvider client={queryClient}>
        <FeedList name={['long']} ids={many.map(({ _id }) => _id)} {...rest} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(document.querySelector('article')).not.toBeNull())
  const card = document.querySelector('article')!
  const taken: boolean[] = []
  // Up and down, for as long as one wheel event lasts.
  for (let frame = 0; frame < 12; frame++) {
    scrollTo({ top: (frame % 2) * 8, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    const { left, right, top, bottom } = card.getBoundingClientRect()
    taken.push(card.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)))
  }
  expect(taken).toEqual(taken.map(() => true))
})
