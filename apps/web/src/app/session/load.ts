import type { Community } from '@parvis/contract/community.ts'
import { isCommunityUri } from '@parvis/contract/paths.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#web/kernel/http/api.ts'
import { loadTexts, applyFallbackLanguage } from '#web/kernel/text/i18n.ts'
import type { TextFeature } from '#web/kernel/text/text-keys.ts'
import { store, stored, storedText } from '#web/kernel/device/stored.ts'
import { communityQuery } from '#web/features/community/community.queries.ts'
import { sessionQuery } from '#web/features/session/session.queries.ts'

/** Turns a 404 response of the API into the router's `notFound`. */
const orNotFound = async <T>(request: Promise<T>): Promise<T> => {
  try {
    return await request
  } catch (error) {
    throw error instanceof ApiError && error.key === 'error404' ? notFound() : error
  }
}

/** Repeats a request that was cancelled by a log-in, which cancels all queries of the previous session. */
export const retryIfCancelled = async <T>(request: () => Promise<T>): Promise<T> => {
  try {
    return await request()
  } catch (error) {
    if (error instanceof CancelledError) return request()
    throw error
  }
}

export const lastCommunityUri = (): string | null => {
  const uri = storedText('neighborhoodUri')
  return uri !== null && isCommunityUri(uri) ? uri : null
}

export const loadSession = (queryClient: QueryClient): Promise<SessionUser | null> =>
  retryIfCancelled(() => queryClient.query({ ...sessionQuery(), staleTime: 'static' }))

/** Loads the session without retries, for optional uses: null if it cannot be loaded now. */
export const tryLoadSession = (queryClient: QueryClient): Promise<SessionUser | null> =>
  retryIfCancelled(() => queryClient.query({ ...sessionQuery(), staleTime: 'static', retry: false })).catch(() => null)

export const loadCommunity = async (queryClient: QueryClient, c: string): Promise<Community> => {
  try {
    return await retryIfCancelled(() => queryClient.query({ ...communityQuery(c), staleTime: 'static' }))
  } catch (error) {
    // Forgets a deleted community, so that the next visit does not start there.
    if (error instanceof ApiError && error.key === 'error404' && stored('neighborhoodUri') === c)
      store('neighborhoodUri', null)
    throw error
  }
}

interface Visit {
  context: { queryClient: QueryClient }
  preload: boolean
}

/** A visit, unlike a preload, suggests the community’s language, and the next visit starts in this community. */
export const enterCommunity = async (
  { context: { queryClient }, preload }: Visit,
  c: string,
  ...texts: TextFeature[]
): Promise<Community> => {
  const [community] = await Promise.all([orNotFound(loadCommunity(queryClient, c)), loadTexts(...texts)])
  if (!preload) {
    await applyFallbackLanguage(community.defaultLang)
    store('neighborhoodUri', community.customUri)
  }
  return community
}
