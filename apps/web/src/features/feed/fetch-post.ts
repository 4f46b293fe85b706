import { getEvent } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { postStoreOf } from './posts.store.ts'

/** Fetches a post into the post store. Returns its id, or null when it does not exist for this viewer. */
export const fetchPost = async (client: QueryClient, id: string, signal?: AbortSignal): Promise<string | null> => {
  const posts = postStoreOf(client)
  const before = posts.versionOf(id)
  try {
    posts.addFetched([await call(getEvent, { params: { id }, signal })])
    return id
  } catch (error) {
    // A malformed id is treated like an unknown one.
    if (!(error instanceof ApiError && (error.key === 'error404' || error.key === 'badrequest'))) throw error
    // Drops only the version from before the fetch: a live event may have restored the post meanwhile.
    posts.drop(id, before)
    return null
  }
}
