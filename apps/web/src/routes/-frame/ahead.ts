import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { installWorker } from '#web/kernel/offline/install-worker.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import error from '#web/ui/art/spot-error.svg'
import offline from '#web/ui/art/spot-offline.svg'
import type { Tab } from '#web/ui/TabBar.tsx'
import { answersAhead, type Member } from './answers-ahead.ts'
import { warmImages } from './cached-images.ts'
import { loadPanel } from './panel.ts'
import { loadSheet } from './sheet.ts'

/** How often to check whether the first screen has settled; after the last check, prefetching starts anyway. */
const LOOK_MS = 200
const MOST_LOOKS = 10

/** The pause between the screens of the tabs and those behind them, in milliseconds. */
const REST_MS = 3000

/** References that keep the images in memory for when nothing can be loaded any more. */
const pictures: HTMLImageElement[] = []

/** The Network Information API is not in every browser. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
  /** `cellular`: the traffic may be charged. */
  type?: string
}

const connection = () => (navigator as Navigator & { connection?: Connection }).connection

/** With data saving or on a slow connection, only what is needed is loaded. */
const isSparing = () => {
  const { saveData, effectiveType } = connection() ?? {}
  return saveData === true || effectiveType?.endsWith('2g') === true
}

/** The community's pictures are prefetched only where traffic is likely free. */
const isGood = () => connection()?.type !== 'cellular' && !connection()?.effectiveType?.endsWith('3g')

type Fetch = () => Promise<unknown>

const pictureAt = (src: string) => async () => {
  pictures.push(Object.assign(new Image(), { fetchPriority: 'low', src }))
}

/** Keys of inner screens that belong to no tab: the bell and the menu open them from everywhere. */
const ofAll = ['bell', 'me']

/** Loads the code of inner screens but no entity of theirs: the lists already contain what they show first. */
const innerScreens = (router: AnyRouter, tabs: readonly Tab[]): Fetch[] =>
  Object.values<AnyRoute>(router.routesById).flatMap(route => {
    const { innerOf, ahead } = route.options.staticData ?? {}
    if (!ahead || ![...ofAll, ...tabs.map(({ key }) => key)].includes(innerOf!)) return []
    return [() => Promise.all([router.loadRouteChunk(route), loadTexts(...ahead)])]
  })

const otherTabs = (router: AnyRouter, tabs: readonly Tab[]): Fetch[] =>
  tabs
    .filter(({ target }) => router.buildLocation(target).pathname !== router.latestLocation.pathname)
    .map(
      ({ target }) =>
        () =>
          router.preloadRoute(target),
    )

const screensAndMenus = (router: AnyRouter, tabs: readonly Tab[], member: Member): Fetch[] => {
  const { queryClient } = router.options.context
  return [
    ...innerScreens(router, tabs),
    () => import('#web/ui/thumbhash.ts'),
    () => import('#web/features/session/components/MeMenuItems.tsx'),
    () => import('#web/features/feed/components/PostMenuItems.tsx'),
    loadPanel,
    loadSheet,
    // The last part of the settings screen.
    () => Promise.all([import('../-session/SettingsOfAccount.tsx'), loadTexts('blocks', 'leaving')]),
    ...answersAhead(queryClient, member),
  ]
}

/** What makes the next visit faster. */
const forLater = (router: AnyRouter, left: AbortSignal): Fetch[] => [
  () => installWorker(() => router.options.context.queryClient.isMutating() > 0),
  ...(isGood() ? [() => warmImages(router.latestLocation.pathname.split('/')[1]!, left)] : []),
]

const isSeen = (image: HTMLImageElement) => {
  const { top, bottom, left, right } = image.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
}

/** All requests are answered and all visible pictures loaded. */
const stands = (router: AnyRouter) =>
  router.options.context.queryClient.isFetching() === 0 &&
  [...document.querySelectorAll('img')].every(image => image.complete || !isSeen(image))

/**
 * Prefetches what would be missing without a network. Once the first screen has settled and the device is idle: the
 * pictures of the error screens and the other tabs with their lists. After a pause, which leaves the first seconds to
 * the user: the screens behind the tabs, the menus and the publish sheet; then the performance mark `fetched-ahead` is
 * set. Last: the service worker and the community's pictures. Stops once `signal` is aborted.
 */
export const fetchAhead = (router: AnyRouter, tabs: readonly Tab[], member: Member, left: AbortSignal): void => {
  const fetched: Promise<unknown>[] = []
  // One task at a time, so that user input is handled in between.
  const fetchEach = ([fetch, ...rest]: Fetch[], onEnd?: () => void) => {
    if (left.aborted) return
    if (!fetch) return onEnd?.()
    fetched.push(fetch().catch(() => {}))
    whenIdle(() => fetchEach(rest, onEnd))
  }
  const look = (looks: number) => {
    if (left.aborted) return
    if (looks < MOST_LOOKS && !stands(router)) setTimeout(look, LOOK_MS, looks + 1)
    else whenIdle(begin)
  }
  const begin = () => {
    fetchEach([
      ...(pictures.length === 0 ? [error, offline].map(pictureAt) : []),
      // The list of unsent items must be available without a network.
      () => import('../-outbox/Unsent.tsx'),
      ...(isSparing() ? [] : otherTabs(router, tabs)),
    ])
    if (!isSparing()) setTimeout(() => whenIdle(fetchRest), REST_MS)
  }
  const fetchRest = () =>
    fetchEach(screensAndMenus(router, tabs, member), () => {
      void Promise.all(fetched).then(() => performance.mark('fetched-ahead'))
      fetchEach(forLater(router, left))
    })
  setTimeout(look, LOOK_MS, 1)
}
