import { getEvent } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { postsIn } from './posts.store.ts'

/** Reads a post into the store. Returns its id, null where there is none for this reader. */
export const readPost = async (client: QueryClient, id: string, signal?: AbortSignal): Promise<string | null> => {
  const posts = postsIn(client)
  const before = posts.versionOf(id)
  try {
    posts.read([await call(getEvent, { params: { id }, signal })])
    return id
  } catch (error) {
    // an id that nobody ever made is no other case for its reader
    if (!(error instanceof ApiError && (error.key === 'error404' || error.key === 'badrequest'))) throw error
    // it may have come back while the answer was on its way
    posts.drop(id, before)
    return null
  }
}
