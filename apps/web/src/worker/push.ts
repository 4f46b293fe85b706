import { type OpenScreen, PUSH_TOKEN_PATH, type PushNews } from '@parvis/contract/push-news.ts'
import type { PushState } from '@parvis/contract/push.ts'

declare const self: ServiceWorkerGlobalScope

const ICON = '/icon-192.png'
/** One colour: the system draws its shape alone. */
const BADGE = '/badge.png'
/** A page that shows the screen says so at once; one that is still loading does not hear of it. */
const ANSWER_MS = 1_500

const openPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Safari takes the right to push away from who pushes and shows nothing. */
const mustShow = /AppleWebKit/.test(navigator.userAgent) && !/Chrom(?:e|ium)\//.test(navigator.userAgent)

/** Who is looking at the app is told there. */
const isLookedAt = async () =>
  !mustShow && (await openPages()).some(({ focused, visibilityState }) => focused && visibilityState === 'visible')

const show = async ({ title, body, lang, tag, again, path, quiet }: PushNews) => {
  if (await isLookedAt()) return
  const now = Date.now()
  const silent = quiet !== undefined && now >= quiet[0] && now < quiet[1]
  const options: NotificationOptions & { renotify?: boolean } = {
    body,
    lang,
    tag,
    renotify: again === true && !silent,
    silent,
    icon: ICON,
    badge: BADGE,
    data: { path },
  }
  await self.registration.showNotification(title, options)
}

const askToShow = (page: WindowClient, path: string) =>
  new Promise<boolean>(done => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => done(true)
    setTimeout(() => done(false), ANSWER_MS)
    page.postMessage({ open: path } satisfies OpenScreen, [port2])
  })

const openScreen = async (path: string) => {
  const pages = await openPages()
  const page =
    pages.find(({ focused }) => focused) ?? pages.find(one => one.visibilityState === 'visible') ?? pages.at(0)
  if (!page) return void (await self.clients.openWindow(path))
  // a browser may not let it come to the front
  await page.focus().catch(() => {})
  if (await askToShow(page, path)) return
  await page.navigate(path).catch(() => self.clients.openWindow(path))
}

/** The browser has another endpoint: as long as its member is signed in, it takes the place of the one before. */
const registerAnew = async () => {
  const answer = await fetch(PUSH_TOKEN_PATH)
  const { publicKey, registered, lang } = (answer.ok ? await answer.json() : {}) as Partial<PushState>
  if (!registered || !publicKey) return
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  await fetch(PUSH_TOKEN_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: JSON.stringify(subscription), os: 'web', lang }),
  })
}

/** Shows what is pushed and opens the screen of what is tapped. Called when the worker starts, before any event. */
export const showPushes = (): void => {
  self.addEventListener('push', event => {
    if (event.data) event.waitUntil(show(event.data.json() as PushNews))
  })
  self.addEventListener('notificationclick', event => {
    event.notification.close()
    const { path } = event.notification.data as Pick<PushNews, 'path'>
    event.waitUntil(openScreen(path))
  })
  self.addEventListener('pushsubscriptionchange', event => (event as ExtendableEvent).waitUntil(registerAnew()))
}
