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

/**
 * How often it is looked whether the first screen stands; by the last of these, what is still on its way is waited for
 * no longer.
 */
const LOOK_MS = 200
const MOST_LOOKS = 10

/** Between the screens of the tabs and what they lead to. */
const REST_MS = 3000

/** Held, so that they can be shown when nothing can be fetched any more. */
const pictures: HTMLImageElement[] = []

/** Not in every browser yet. */
interface Connection {
  saveData?: boolean
  effectiveType?: string
  /** Where it is paid by what goes through it: `cellular`. */
  type?: string
}

const connection = () => (navigator as Navigator & { connection?: Connection }).connection

/** Whoever saves data, or waits long for it, is fetched nothing that was not asked for. */
const isSparing = () => {
  const { saveData, effectiveType } = connection() ?? {}
  return saveData === true || effectiveType?.endsWith('2g') === true
}

/** Pictures that nobody asked for are fetched where they cost nobody anything. */
const isGood = () => connection()?.type !== 'cellular' && !connection()?.effectiveType?.endsWith('3g')

type Fetch = () => Promise<unknown>

const pictureAt = (src: string) => async () => {
  pictures.push(Object.assign(new Image(), { fetchPriority: 'low', src }))
}

/** Inner screens of no tab: the bell and the menu lead there, from everywhere. */
const ofAll = ['bell', 'me']

/** Inner screens come without the entity that their address names: what a list shows of it is there already. */
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
    // what the settings end with
    () => Promise.all([import('../-session/SettingsOfAccount.tsx'), loadTexts('blocks', 'leaving')]),
    ...answersAhead(queryClient, member),
  ]
}

/** What a further visit begins with. */
const forLater = (router: AnyRouter, left: AbortSignal): Fetch[] => [
  () => installWorker(() => router.options.context.queryClient.isMutating() > 0),
  ...(isGood() ? [() => warmImages(router.latestLocation.pathname.split('/')[1]!, left)] : []),
]

const isSeen = (image: HTMLImageElement) => {
  const { top, bottom, left, right } = image.getBoundingClientRect()
  return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
}

/** Its answers are there, and the pictures that are seen of it. */
const stands = (router: AnyRouter) =>
  router.options.context.queryClient.isFetching() === 0 &&
  [...document.querySelectorAll('img')].every(image => image.complete || !isSeen(image))

/**
 * Fetches in advance what would be missed without a network. As soon as the first screen stands and the device is idle,
 * the pictures of a failure and the screens of the tabs with their lists; the first seconds are the reader's, so what
 * is a tap further comes after a pause: the screens that these lead to, the menus, what is published from. When they
 * have come, the page's timing has the mark `fetched-ahead`. Last what a further visit begins with. Nothing once the
 * frame was left.
 */
export const fetchAhead = (router: AnyRouter, tabs: readonly Tab[], member: Member, left: AbortSignal): void => {
  /** Here, or under way. */
  const fetched: Promise<unknown>[] = []
  // one at a time: a tap is answered in between
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
      // where what waits is shown is wanted when nothing can be fetched
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
