import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { installWorker } from '#web/kernel/offline/install-worker.ts'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import error from '#web/ui/art/spot-error.svg'
import offline from '#web/ui/art/spot-offline.svg'
import type { Tab } from '#web/ui/TabBar.tsx'
import { prefetchedQueries, type PrefetchContext } from './prefetched-queries.ts'
import { warmImages } from './cached-images.ts'
import { loadNotificationsPanel } from './load-panel.ts'
import { loadPublishSheet } from './load-sheet.ts'

const POLL_MS = 200
const MAX_POLLS = 10

const PAUSE_MS = 3000

/** Keeps the images of error screens in memory, for when the server is unreachable. */
const pictures: HTMLImageElement[] = []

interface Connection {
  saveData?: boolean
  effectiveType?: string
  /** `cellular` means that the member may pay for the traffic. */
  type?: string
}

const connection = () => (navigator as Navigator & { connection?: Connection }).connection

const isSavingData = () => {
  const { saveData, effectiveType } = connection() ?? {}
  return saveData === true || effectiveType?.endsWith('2g') === true
}

/** Whether traffic is probably free of charge: only then are the community's pictures prefetched. */
const isUnmetered = () => connection()?.type !== 'cellular' && !connection()?.effectiveType?.endsWith('3g')

type PrefetchTask = () => Promise<unknown>

const pictureTask = (src: string) => async () => {
  pictures.push(Object.assign(new Image(), { fetchPriority: 'low', src }))
}

/** Keys of inner screens that belong to no tab: the bell and the account menu open them from any screen. */
const menuKeys = ['bell', 'me']

/** Loads the code of inner screens but none of their data: the cached lists already contain what they show first. */
const innerScreenTasks = (router: AnyRouter, tabs: readonly Tab[]): PrefetchTask[] =>
  Object.values<AnyRoute>(router.routesById).flatMap(route => {
    const { innerOf, prefetchTexts } = route.options.staticData ?? {}
    if (!prefetchTexts || ![...menuKeys, ...tabs.map(({ key }) => key)].includes(innerOf!)) return []
    return [() => Promise.all([router.loadRouteChunk(route), loadTexts(...prefetchTexts)])]
  })

const otherTabTasks = (router: AnyRouter, tabs: readonly Tab[]): PrefetchTask[] =>
  tabs
    .filter(({ target }) => router.buildLocation(target).pathname !== router.latestLocation.pathname)
    .map(
      ({ target }) =>
        () =>
          router.preloadRoute(target),
    )

const screenAndMenuTasks = (router: AnyRouter, tabs: readonly Tab[], member: PrefetchContext): PrefetchTask[] => {
  const { queryClient } = router.options.context
  return [
    ...innerScreenTasks(router, tabs),
    () => import('#web/ui/thumbhash.ts'),
    () => import('#web/features/session/components/MeMenuItems.tsx'),
    () => import('#web/features/feed/components/PostMenuItems.tsx'),
    loadNotificationsPanel,
    loadPublishSheet,
    () => Promise.all([import('../session/AccountSettings.tsx'), loadTexts('blocks', 'leaving')]),
    ...prefetchedQueries(queryClient, member),
  ]
}

const nextVisitTasks = (router: AnyRouter, signal: AbortSignal): PrefetchTask[] => [
  () => installWorker(() => router.options.context.queryClient.isMutating() > 0),
  ...(isUnmetered() ? [() => warmImages(router.latestLocation.pathname.split('/')[1]!, signal)] : []),
]

const isVisible = (image: HTMLImageElement) => {
  const { top, bottom, left, right } = image.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
}

const isSettled = (router: AnyRouter) =>
  router.options.context.queryClient.isFetching() === 0 &&
  [...document.querySelectorAll('img')].every(image => image.complete || !isVisible(image))

/**
 * Prefetches in three steps. Once the first screen has settled: the other tabs and the pictures of error screens. After
 * a pause: inner screens, menus and the publish sheet; then it sets the performance mark `fetched-ahead`. Last: the
 * service worker and the community’s pictures.
 */
export const prefetch = (
  router: AnyRouter,
  tabs: readonly Tab[],
  member: PrefetchContext,
  signal: AbortSignal,
): void => {
  const started: Promise<unknown>[] = []
  // Runs one task at a time, so that user input is handled in between.
  const runTasks = ([fetch, ...rest]: PrefetchTask[], onEnd?: () => void) => {
    if (signal.aborted) return
    if (!fetch) return onEnd?.()
    started.push(fetch().catch(() => {}))
    whenIdle(() => runTasks(rest, onEnd))
  }
  const poll = (polls: number) => {
    if (signal.aborted) return
    if (polls < MAX_POLLS && !isSettled(router)) setTimeout(poll, POLL_MS, polls + 1)
    else whenIdle(start)
  }
  const start = () => {
    runTasks([
      ...(pictures.length === 0 ? [error, offline].map(pictureTask) : []),
      // Loaded even if the member saves data, because the list of unsent items must be available offline.
      () => import('../outbox/UnsentItems.tsx'),
      ...(isSavingData() ? [] : otherTabTasks(router, tabs)),
    ])
    if (!isSavingData()) setTimeout(() => whenIdle(startRest), PAUSE_MS)
  }
  const startRest = () =>
    runTasks(screenAndMenuTasks(router, tabs, member), () => {
      void Promise.all(started).then(() => performance.mark('fetched-ahead'))
      runTasks(nextVisitTasks(router, signal))
    })
  setTimeout(poll, POLL_MS, 1)
}
