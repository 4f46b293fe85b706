import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import type { PushService } from '../../apps/server/src/testing/push-service.ts'
import { browserFlags, launchBrowser } from './browser.ts'

/** Launches a browser that shows notifications, which the headless shell cannot. */
export const launchPushBrowser = () => launchBrowser(browserFlags, process.env.WINDOWED_CHROMIUM_PATH)

/** Whether the browser of this machine cannot show notifications, even with the permission. */
export const lacksNotifications = async (origin: string): Promise<boolean> => {
  const browser = await launchPushBrowser()
  const page = await browser.newPage({ permissions: ['notifications'], baseURL: origin })
  await page.goto('/icon.svg')
  const permission = await page.evaluate(() => Notification.permission)
  await browser.close()
  return permission !== 'granted'
}

/** Makes pages subscribe at the fake push service, since the real one is on the internet. All else is real. */
export const useFakePushService = async (context: BrowserContext, service: PushService): Promise<void> => {
  await context.exposeFunction('subscribeAtService', (key: string) => service.subscribe(key).token)
  await context.addInitScript(() => {
    const ours = globalThis as unknown as { subscribeAtService(key: string): Promise<string> }
    const STORAGE_KEY = 'subscription of the test'
    const asSubscription = ({ token, key }: { token: string; key: string }) => ({
      options: { applicationServerKey: Uint8Array.from(atob(key), sign => sign.charCodeAt(0)).buffer },
      toJSON: () => JSON.parse(token) as unknown,
      unsubscribe: async () => {
        localStorage.removeItem(STORAGE_KEY)
        return true
      },
    })
    const storedSubscription = () => {
      const text = localStorage.getItem(STORAGE_KEY)
      return text ? asSubscription(JSON.parse(text) as { token: string; key: string }) : null
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => storedSubscription(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const key = btoa(String.fromCharCode(...applicationServerKey))
        const token = await ours.subscribeAtService(key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
        localStorage.setItem(STORAGE_KEY, JSON.stringify({ token, key }))
        return storedSubscription()
      },
    })
  })
}

export interface ShownNotification {
  title: string
  body: string
  tag: string
  lang: string
  icon: string
  badge: string
  silent: boolean | null
}

export interface PushWorker {
  /** Resolves once the service worker sees no page of the app: a closed page is still listed for a moment. */
  waitUntilNoPages(): Promise<void>
  /** Delivers a push once the service worker sees no focused page of the app. */
  deliver(payload: string): Promise<void>
  /** Delivers a push while the service worker sees a focused page; resolves once the worker has checked that. */
  deliverWhileFocused(payload: string): Promise<void>
  shownNotifications(): Promise<ShownNotification[]>
  tapNotification(): Promise<void>
  openedPaths(): Promise<string[]>
}

/** The part of the service worker scope that the functions below use; they run in the service worker. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(of: object): Promise<{ visibilityState: string; focused: boolean }[]>
    openWindow(path: string): Promise<null>
  }
  NotificationEvent: new (type: string, init: { notification: Notification }) => Event
  hasChecked: boolean
  opened?: string[]
}

const countPages = async (): Promise<number> => {
  const { clients } = globalThis as unknown as WorkerScope
  return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
}

const hasFocusedPage = async (): Promise<boolean> => {
  const { clients } = globalThis as unknown as WorkerScope
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.some(({ visibilityState, focused }) => focused && visibilityState === 'visible')
}

/**
 * Sets `hasChecked` when the worker looks for focused pages: a push without a notification causes no event to wait for.
 */
const observeFocusCheck = (): void => {
  const scope = globalThis as unknown as WorkerScope
  const matchAll = scope.clients.matchAll.bind(scope.clients)
  scope.hasChecked = false
  scope.clients.matchAll = async of => {
    const found = await matchAll(of)
    scope.hasChecked = true
    return found
  }
}

const readNotifications = async (): Promise<ShownNotification[]> => {
  const { registration } = globalThis as unknown as WorkerScope
  return (await registration.getNotifications()).map(one => {
    const { title, body, tag, lang, icon, badge, silent } = one as Notification & { badge: string }
    return { title, body, tag, lang, icon, badge, silent }
  })
}

const tapNotification = async (): Promise<void> => {
  const scope = globalThis as unknown as WorkerScope
  const [notification] = await scope.registration.getNotifications()
  if (!notification) throw new Error('no notification is shown')
  // A synthetic tap may not open a window, so `openWindow` only records the path.
  scope.clients.openWindow = async path => {
    scope.opened = [...(scope.opened ?? []), path]
    return null
  }
  dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
}

/** Waits for the service worker of this origin and returns the id of its registration. */
const registrationIdOf = async (session: CDPSession, origin: string): Promise<string> => {
  const registered = new Promise<string>(found => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (ours) found(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return registered
}

export const pushWorkerOf = async (page: Page, origin: string): Promise<PushWorker> => {
  const context = page.context()
  const session = await context.newCDPSession(page)
  const registrationId = await registrationIdOf(session, origin)
  const worker = (): Worker => {
    const found = context.serviceWorkers().at(-1)
    if (!found) throw new Error('no service worker is running')
    return found
  }
  const deliver = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }).then(() => {})
  // The service worker learns of a change of focus some time after the page does.
  const waitForFocus = (isFocused: boolean) => expect.poll(() => worker().evaluate(hasFocusedPage)).toBe(isFocused)
  return {
    waitUntilNoPages: () => expect.poll(() => worker().evaluate(countPages)).toBe(0),
    deliver: async data => {
      await waitForFocus(false)
      await deliver(data)
    },
    deliverWhileFocused: async data => {
      await waitForFocus(true)
      await worker().evaluate(observeFocusCheck)
      await deliver(data)
      await expect.poll(() => worker().evaluate(() => (globalThis as unknown as WorkerScope).hasChecked)).toBe(true)
    },
    shownNotifications: () => worker().evaluate(readNotifications),
    tapNotification: () => worker().evaluate(tapNotification),
    openedPaths: () => worker().evaluate(() => (globalThis as unknown as WorkerScope).opened ?? []),
  }
}

/** Opens another page in front and returns it. Turns off focus emulation, which would make every page seem focused. */
export const coverPage = async (page: Page): Promise<Page> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const otherPage = await page.context().newPage()
  await otherPage.goto('about:blank')
  await bringTabToFront(page, otherPage)
  return otherPage
}

/** Brings another tab to the front, and waits until `page` has lost the focus. */
export const bringTabToFront = async (page: Page, otherPage: Page): Promise<void> => {
  await otherPage.bringToFront()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
}
