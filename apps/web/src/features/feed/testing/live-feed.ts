// The client side of the tests of live events: calls and live events that a test delivers, and the posts shown then.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import type { Live, LiveEvents } from '#web/kernel/live/live.ts'
import { contentOf } from '../feed.lists.ts'
import { listIdOf } from '../feed.queries.ts'
import { loadedListOf } from '../feed.top.ts'
import { postsIn } from '../posts.store.ts'
import { HOME, type World } from './live-world.ts'

export const ME = 'me'

/** Flushes microtasks without timers, in enough rounds for a response to pass through all dependent promises. */
export const flushMicrotasks = async (count = 15) => {
  for (let n = 0; n < count; n++) await Promise.resolve()
}

/** Mocks fetch: each response has the server state of the time when the call was sent, or when it is answered. */
export const interceptCalls = (world: World, isEarly: () => boolean = () => false) => {
  const pendingCalls: (() => void)[] = []
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit = {}) => {
    const early = isEarly() ? { body: world.answer(path) } : null
    return new Promise((done, fail) => {
      signal?.addEventListener('abort', () => fail(new DOMException('taken back', 'AbortError')))
      pendingCalls.push(() => {
        const { body } = early ?? { body: world.answer(path) }
        done({
          ok: body !== null,
          status: body ? 200 : 404,
          headers: new Headers(),
          json: async () => body ?? { error: { key: 'error404' } },
        })
      })
    })
  })
  return {
    pendingCalls,
    answerCall: (n = 0) => pendingCalls.splice(n, 1)[0]?.(),
  }
}

export const createFakeLive = () => {
  const heard = new Map<string, ((data: never) => void)[]>()
  const live: Pick<Live, 'on'> = {
    on: (name, listener, ..._isWhole) => {
      heard.set(name, [...(heard.get(name) ?? []), listener as (data: never) => void])
      return () => heard.delete(name)
    },
  }
  const emit = <K extends keyof LiveEvents>(event: K, data: LiveEvents[K]) => {
    for (const listener of heard.get(event) ?? []) listener(data as never)
  }
  return { live: live as Live, emit }
}

export const shownPostsOf = (queryClient: QueryClient, one: { filter: string; search: string }): FeedPost[] => {
  const list = listIdOf(HOME, one)
  const posts = postsIn(queryClient)
  const { above, ids } = contentOf(list, loadedListOf(queryClient, list)!, posts)
  return [...above.pinned, ...ids].map(id => posts.get(id)!)
}
