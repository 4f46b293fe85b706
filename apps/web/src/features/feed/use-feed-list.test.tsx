import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pageOfIds } from './feed.queries.ts'
import { postStoreOf } from './posts.store.ts'
import { somePost } from './testing/some-post.ts'
import { useFeedList } from './use-feed-list.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}

const MINUTE_MS = 60_000
const listId = { communityId: 'home', filter: 'all', search: '' }

beforeAll(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
})
afterEach(() => {
  vi.useRealTimers()
})

test('a post whose pin expires while it is on the screen moves from the pinned section into the list', async () => {
  vi.useFakeTimers()
  const pinnedUntil = new Date(Date.now() + 3 * MINUTE_MS).toISOString()
  const page = { docs: [somePost('c'), somePost('a')], pinned: [somePost('b', { pinnedUntil })] }
  const rest = { page: 1, hasNextPage: false, nextPage: null, cursor: null, templatesUpdateTimestamp: '' }
  const data = { pages: [pageOfIds([{ ...page, ...rest }], 1)] }
  const Screen = () => {
    const { pinned, ids } = useFeedList(listId, data, null)
    return `${pinned.join(' ')} above ${ids.join(' ')}`
  }
  const queryClient = new QueryClient()
  postStoreOf(queryClient).addFetched([...page.docs, ...page.pinned])
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Screen />
      </QueryClientProvider>,
    ),
  )
  expect(place.textContent).toBe('b above c a')
  await act(() => vi.advanceTimersByTimeAsync(2 * MINUTE_MS))
  expect(place.textContent).toBe('b above c a')
  await act(() => vi.advanceTimersByTimeAsync(2 * MINUTE_MS))
  expect(place.textContent).toBe(' above c b a')
  await act(async () => root.unmount())
})
