import type { AnyRouter } from '@tanstack/react-router'
import error from '#web/ui/art/spot-error.svg'
import offline from '#web/ui/art/spot-offline.svg'
import type { Tab } from '#web/ui/TabBar.tsx'

/** The first screen is drawn and has its pictures. */
const QUIET_MS = 2_000

/** Held, so that they can be shown when nothing can be fetched any more. */
const pictures: HTMLImageElement[] = []

/** Not in every browser yet. */
interface Connection { saveData?: boolean; effectiveType?: string }

/** Whoever saves data, or waits long for it, is fetched nothing that was not asked for. */
const isSparing = () => {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}

const fetchScreens = (router: AnyRouter, tabs: readonly Tab[]) => {
  const others = tabs.filter(({ target }) => router.buildLocation(target).pathname !== router.latestLocation.pathname)
  for (const { target } of others) void router.preloadRoute(target).catch(() => {})
  const parts = [import('#web/ui/thumbhash.ts'), import('#web/rooms/session/components/MeMenuItems.tsx'), import('#web/rooms/feed/components/PostMenuItems.tsx')]
  for (const part of parts) part.catch(() => {})
}

/**
 * Fetches in advance, in a quiet moment, what would be missed without a network: the pictures of a failure, the screens of the tabs
 * with their lists, the menus. Nothing once the frame was left.
 */
export const fetchAhead = (router: AnyRouter, tabs: readonly Tab[], left: AbortSignal): void => {
  if (pictures.length === 0) pictures.push(...[error, offline].map(src => Object.assign(new Image(), { fetchPriority: 'low', src })))
  const fetch = () => { if (!left.aborted && !isSparing()) fetchScreens(router, tabs) }
  setTimeout(() => 'requestIdleCallback' in globalThis ? requestIdleCallback(fetch) : fetch(), QUIET_MS)
}
