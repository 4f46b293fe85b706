// Client side of the tests of live events: intercepts calls, emits live events, and reads the posts that are shown.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import type { LiveConnection, LiveEvents } from '#web/kernel/live/live.ts'
import { listContentOf } from '../feed.lists.ts'
import { listIdOf } from '../feed.queries.ts'
import { loadedListOf } from '../feed.top.ts'
import { postStoreOf } from '../posts.store.ts'
import { HOME, type World } from './live-world.ts'

export const ME = 'me'

/** Flushes microtasks without timers, in enough rounds for a response to pass through all dependent promises. */
export const flushMicrotasks = async (count = 15) => {
  for (let n = 0; n < count; n++) await Promise.resolve()
}

/**
 * Mocks fetch. A response contains the server state at the time when the call is answered or, if `usesStateAtSending`
 * returns true, when the call was sent.
 */
export const interceptCalls = (world: World, usesStateAtSending: () => boolean = () => false) => {
  const pendingCalls: (() => void)[] = []
  vi.stubGlobal('fetch', (path: string, { signal }: RequestInit = {}) => {
    const stateAtSending = usesStateAtSending() ? { body: world.answer(path) } : null
    return new Promise((done, fail) => {
      signal?.addEventListener('abort', () => fail(new DOMException('taken back', 'AbortError')))
      pendingCalls.push(() => {
        const { body } = stateAtSending ?? { body: world.answer(path) }
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
  const listeners = new Map<string, ((data: never) => void)[]>()
  const live: Pick<LiveConnection, 'on'> = {
    on: (name, listener, ..._isWhole) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener as (data: never) => void])
      return () => listeners.delete(name)
    },
  }
  const emit = <K extends keyof LiveEvents>(event: K, data: LiveEvents[K]) => {
    for (const listener of listeners.get(event) ?? []) listener(data as never)
  }
  return { live: live as LiveConnection, emit }
}

export const shownPostsOf = (queryClient: QueryClient, criteria: { filter: string; search: string }): FeedPost[] => {
  const list = listIdOf(HOME, criteria)
  const posts = postStoreOf(queryClient)
  const { pinned, ids } = listContentOf(list, loadedListOf(queryClient, list)!, posts)
  return [...pinned, ...ids].map(id => posts.get(id)!)
}
