import { PUSH_TOKEN_PATH, type PushPayload } from '@parvis/contract/push-payload.ts'
import type { PushState } from '@parvis/contract/push.ts'
import { askPage, findOpenPages } from './open-pages.ts'

declare const self: ServiceWorkerGlobalScope

const ICON = '/icon-192.png'
/** A monochrome icon, because the system uses only its shape. */
const BADGE = '/badge.png'
/** Safari revokes the push permission when a push shows no notification. */
const requiresNotification = /AppleWebKit/.test(navigator.userAgent) && !/Chrom(?:e|ium)\//.test(navigator.userAgent)

const isAppFocused = async () =>
  !requiresNotification &&
  (await findOpenPages()).some(({ focused, visibilityState }) => focused && visibilityState === 'visible')

const showPush = async ({ title, body, lang, tag, again, path, quiet }: PushPayload) => {
  if (await isAppFocused()) return
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

const openScreen = async (path: string) => {
  const pages = await findOpenPages()
  const page =
    pages.find(({ focused }) => focused) ?? pages.find(one => one.visibilityState === 'visible') ?? pages.at(0)
  if (!page) return void (await self.clients.openWindow(path))
  await page.focus().catch(() => {})
  if (await askPage(page, { open: path })) return
  await page.navigate(path).catch(() => self.clients.openWindow(path))
}

/** Replaces the old push endpoint by the browser's new one, if the member is still signed in. */
const resubscribe = async () => {
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

/** Shows pushes and opens the screen of a tapped notification. Call it when the worker starts, before any event. */
export const handlePushes = (): void => {
  self.addEventListener('push', event => {
    if (event.data) event.waitUntil(showPush(event.data.json() as PushPayload))
  })
  self.addEventListener('notificationclick', event => {
    event.notification.close()
    const { path } = event.notification.data as Pick<PushPayload, 'path'>
    event.waitUntil(openScreen(path))
  })
  self.addEventListener('pushsubscriptionchange', event => (event as ExtendableEvent).waitUntil(resubscribe()))
}
