import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import error from '#web/ui/art/spot-error.svg'
import offline from '#web/ui/art/spot-offline.svg'
import type { Tab } from '#web/ui/TabBar.tsx'

/** The first screen is drawn and has its pictures. */
const QUIET_MS = 2_000

/** Held, so that they can be shown when nothing can be fetched any more. */
const pictures: HTMLImageElement[] = []

/** Fetches in advance, in a quiet moment, what would be missed without a network: the pictures of a failure and the screens of the tabs. */
export const useAhead = (tabs: readonly Tab[]): void => {
  const router = useRouter()
  const fetchScreens = useEffectEvent(() => {
    const others = tabs.filter(({ target }) => router.buildLocation(target).pathname !== router.latestLocation.pathname)
    for (const { target } of others) void router.preloadRoute(target).catch(() => {})
    void import('#web/ui/thumbhash.ts').catch(() => {})
  })
  useEffect(() => {
    if (pictures.length === 0) pictures.push(...[error, offline].map(src => Object.assign(new Image(), { fetchPriority: 'low', src })))
    const timer = setTimeout(() => 'requestIdleCallback' in globalThis ? requestIdleCallback(fetchScreens) : fetchScreens(), QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
}
