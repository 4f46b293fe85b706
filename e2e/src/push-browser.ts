import type { BrowserContext, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import type { PushService } from '../../apps/server/src/testing/push-service.ts'
import { browserFlags, launchBrowser } from './browser.ts'

/** One that shows notifications: the shell without windows knows none. */
export const launchPushBrowser = () => launchBrowser(browserFlags, process.env.WINDOWED_CHROMIUM_PATH)

/** Whether this machine has no browser that would show any, even where it is allowed. */
export const showsNothing = async (origin: string): Promise<boolean> => {
  const browser = await launchPushBrowser()
  const page = await browser.newPage({ permissions: ['notifications'], baseURL: origin })
  await page.goto('/icon.svg')
  const permission = await page.evaluate(() => Notification.permission)
  await browser.close()
  return permission !== 'granted'
}

/**
 * The browser's own push service is on the internet, which no test reaches: it subscribes at ours instead. All else is
 * the browser's: asking its owner, the worker, and what is shown.
 */
export const subscribesAt = async (context: BrowserContext, service: PushService): Promise<void> => {
  await context.exposeFunction('subscribeAtService', (key: string) => service.subscribe(key).token)
  await context.addInitScript(() => {
    const ours = globalThis as unknown as { subscribeAtService(key: string): Promise<string> }
    const KEPT = 'subscription of the test'
    const asSubscription = ({ token, key }: { token: string; key: string }) => ({
      options: { applicationServerKey: Uint8Array.from(atob(key), sign => sign.charCodeAt(0)).buffer },
      toJSON: () => JSON.parse(token) as unknown,
      unsubscribe: async () => {
        localStorage.removeItem(KEPT)
        return true
      },
    })
    const kept = () => {
      const text = localStorage.getItem(KEPT)
      return text ? asSubscription(JSON.parse(text) as { token: string; key: string }) : null
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => kept(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        const key = btoa(String.fromCharCode(...applicationServerKey))
        const token = await ours.subscribeAtService(key.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))
        localStorage.setItem(KEPT, JSON.stringify({ token, key }))
        return kept()
      },
    })
  })
}

/** What the system shows of ours. */
export interface Shown {
  title: string
  body: string
  tag: string
  lang: string
  icon: string
  badge: string
  silent: boolean | null
}

/** The worker of an installation, as the browser wakes it. */
export interface PushWorker {
  /** Resolves once no page of ours is there, as the worker sees it: one that is left is so for a moment more. */
  untilAlone(): Promise<void>
  /** As the browser's push service would hand over what came for it, once no page of ours is before somebody's eyes. */
  deliver(payload: string): Promise<void>
  /**
   * The same while a page of ours is before somebody's eyes, as the worker sees it; resolves once it has looked whether one
   * is.
   */
  deliverWhileLookedAt(payload: string): Promise<void>
  shown(): Promise<Shown[]>
  /** As its reader would tap the one that is shown. */
  tap(): Promise<void>
  /** The screens that it opened, where no page of ours was there. */
  opened(): Promise<string[]>
}

export const workerOf = async (page: Page, origin: string): Promise<PushWorker> => {
  const context = page.context()
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>(found => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted)
      if (ours) found(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const worker = (): Worker => {
    const found = context.serviceWorkers().at(-1)
    if (!found) throw new Error('no worker runs')
    return found
  }
  const deliver = (data: string) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }).then(() => {})
  // the browser hands a page's focus to the worker some time after the page itself has it or has it no more
  const untilLookedAt = (isLookedAt: boolean) =>
    expect
      .poll(() =>
        worker().evaluate(async () => {
          const { clients } = globalThis as unknown as {
            clients: { matchAll(of: object): Promise<{ visibilityState: string; focused: boolean }[]> }
          }
          const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
          return pages.some(({ visibilityState, focused }) => focused && visibilityState === 'visible')
        }),
      )
      .toBe(isLookedAt)
  return {
    untilAlone: () =>
      expect
        .poll(() =>
          worker().evaluate(async () => {
            const { clients } = globalThis as unknown as {
              clients: { matchAll(of: object): Promise<{ visibilityState: string }[]> }
            }
            return (await clients.matchAll({ type: 'window', includeUncontrolled: true })).length
          }),
        )
        .toBe(0),
    deliver: async data => {
      await untilLookedAt(false)
      await deliver(data)
    },
    deliverWhileLookedAt: async data => {
      await untilLookedAt(true)
      // it tells nobody that it shows nothing, and what is delivered is handled some time later
      await worker().evaluate(() => {
        const scope = globalThis as unknown as { clients: { matchAll(of: object): Promise<unknown> }; looked: boolean }
        const matchAll = scope.clients.matchAll.bind(scope.clients)
        scope.looked = false
        scope.clients.matchAll = async of => {
          const found = await matchAll(of)
          scope.looked = true
          return found
        }
      })
      await deliver(data)
      await expect.poll(() => worker().evaluate(() => (globalThis as unknown as { looked: boolean }).looked)).toBe(true)
    },
    shown: () =>
      worker().evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
        return (await registration.getNotifications()).map(one => {
          const { title, body, tag, lang, icon, badge, silent } = one as Notification & { badge: string }
          return { title, body, tag, lang, icon, badge, silent }
        })
      }),
    tap: () =>
      worker().evaluate(async () => {
        const own = globalThis as unknown as {
          registration: ServiceWorkerRegistration
          clients: { openWindow(path: string): Promise<null> }
          opened?: string[]
          NotificationEvent: new (type: string, init: { notification: Notification }) => Event
        }
        const [notification] = await own.registration.getNotifications()
        if (!notification) throw new Error('nothing is shown')
        // a tap that nobody made may open no window
        own.clients.openWindow = async path => {
          own.opened = [...(own.opened ?? []), path]
          return null
        }
        dispatchEvent(new own.NotificationEvent('notificationclick', { notification }))
      }),
    opened: () => worker().evaluate(() => (globalThis as unknown as { opened?: string[] }).opened ?? []),
  }
}

/**
 * Its reader looks at something else: another page lies in front. What drives the browser would let each page believe
 * that it has the focus.
 */
export const lookAway = async (page: Page): Promise<Page> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const elsewhere = await page.context().newPage()
  await elsewhere.goto('about:blank')
  await lookFrom(page, elsewhere)
  return elsewhere
}

/** Brings another tab to the front, and waits until the browser has taken the focus from this one. */
export const lookFrom = async (page: Page, elsewhere: Page): Promise<void> => {
  await elsewhere.bringToFront()
  await expect.poll(() => page.evaluate(() => document.hasFocus())).toBe(false)
}
