import type { Community } from '@parvis/contract/community.ts'
import { isCommunityUri } from '@parvis/contract/paths.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { CancelledError, type QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { ApiError } from '#web/kernel/http/api.ts'
import { loadTexts, suggestLanguage } from '#web/kernel/text/i18n.ts'
import type { TextFeature } from '#web/kernel/text/text-keys.ts'
import { store, stored, storedText } from '#web/kernel/device/stored.ts'
import { communityQuery } from '#web/features/community/community.queries.ts'
import { sessionQuery } from '#web/features/session/session.queries.ts'

/** What is not there becomes the not-found screen. */
const orNotFound = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    throw error instanceof ApiError && error.key === 'error404' ? notFound() : error
  }
}

/** Whoever goes in meanwhile takes back what was asked as somebody else: it is asked anew. */
export const asNow = async <T>(ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof CancelledError) return ask()
    throw error
  }
}

/** Where the last visit on this device was. */
export const lastCommunity = (): string | null => {
  const uri = storedText('neighborhoodUri')
  return uri !== null && isCommunityUri(uri) ? uri : null
}

export const loadSession = (queryClient: QueryClient): Promise<SessionUser | null> =>
  asNow(() => queryClient.query({ ...sessionQuery(), staleTime: 'static' }))

/** The same in one try, for who can do without: null where it cannot be asked now. */
export const tryLoadSession = (queryClient: QueryClient): Promise<SessionUser | null> =>
  asNow(() => queryClient.query({ ...sessionQuery(), staleTime: 'static', retry: false })).catch(() => null)

export const loadCommunity = async (queryClient: QueryClient, c: string): Promise<Community> => {
  try {
    return await asNow(() => queryClient.query({ ...communityQuery(c), staleTime: 'static' }))
  } catch (error) {
    // a community that is gone is not where the next visit starts
    if (error instanceof ApiError && error.key === 'error404' && stored('neighborhoodUri') === c)
      store('neighborhoodUri', null)
    throw error
  }
}

interface Visit {
  context: { queryClient: QueryClient }
  /** Nobody has gone there yet: a link to it is pointed at. */
  preload: boolean
}

/**
 * What the screens of a community are drawn with. Whoever goes there, and does not only point at a link, reads its
 * language where they have none of their own, and starts there on the next visit.
 */
export const enterCommunity = async (
  { context: { queryClient }, preload }: Visit,
  c: string,
  ...texts: TextFeature[]
): Promise<Community> => {
  const [community] = await Promise.all([orNotFound(loadCommunity(queryClient, c)), loadTexts(...texts)])
  if (!preload) {
    await suggestLanguage(community.defaultLang)
    store('neighborhoodUri', community.customUri)
  }
  return community
}
