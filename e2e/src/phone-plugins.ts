import type { BrowserContext, Page } from 'playwright-core'

/** A fake of the native plugins, at the bridge over which Capacitor calls them. */
export interface PhonePlugins {
  /** Every call, in order: `PushNotifications.register`. */
  calls: string[]
  /** The permission for push notifications. */
  permission: 'prompt' | 'granted' | 'denied'
  /** The token of the push service for this phone. */
  token: string
  /** The path of a notification tapped to open the app: delivered once, to the first listener. */
  launchTap: string | null
  /** The answer of the Apple sheet; null cancels. Without it the phone has no sheet. */
  signIn: ((nonce: string) => Promise<object | null>) | null
}

const tapOn = (path: string) => ({ actionId: 'tap', notification: { id: '1', data: { path } } })

const answers = (
  phone: PhonePlugins,
): Record<string, (options: { nonce?: string; eventName?: string }) => unknown> => ({
  'PushNotifications.addListener': ({ eventName }) => {
    if (eventName !== 'pushNotificationActionPerformed' || !phone.launchTap) return []
    const events = [tapOn(phone.launchTap)]
    phone.launchTap = null
    return events
  },
  'PushNotifications.checkPermissions': () => ({ receive: phone.permission }),
  'PushNotifications.requestPermissions': () => {
    if (phone.permission === 'prompt') phone.permission = 'granted'
    return { receive: phone.permission }
  },
  'PushNotifications.register': () => ({ tells: ['registration', { value: phone.token }] }),
  'PushNotifications.unregister': () => ({}),
  'PushNotifications.createChannel': () => ({}),
  'PushNotifications.removeAllDeliveredNotifications': () => ({}),
  'SignInWithApple.authorize': async ({ nonce }) => (await phone.signIn!(nonce!)) ?? { fails: 'cancelled' },
})

const PUSH = 'PushNotifications'

/** Gives the pages of a context the native plugins that browsers lack. Call it before any page is opened. */
export const givePlugins = async (
  context: BrowserContext,
  given: Pick<PhonePlugins, 'token'> & Partial<PhonePlugins>,
): Promise<PhonePlugins> => {
  const phone: PhonePlugins = { calls: [], permission: 'prompt', launchTap: null, signIn: null, ...given }
  const answer = answers(phone)
  await context.exposeFunction('askPhone', async (name: string, options: object) => {
    phone.calls.push(name)
    return answer[name]!(options)
  })
  const headers = Object.keys(answer).filter(name => name.startsWith(PUSH) || phone.signIn)
  await context.addInitScript(names => {
    type Listener = (event: unknown) => void
    const page = globalThis as unknown as {
      askPhone: (name: string, options: object) => Promise<never>
      Capacitor: object
      tellApp: (event: string, data: unknown) => void
    }
    const listeners = new Map<string, Listener[]>()
    const plugins = Map.groupBy(
      names.map(name => name.split('.') as [string, string]),
      ([plugin]) => plugin,
    )
    page.tellApp = (event, data) => listeners.get(event)?.forEach(heard => heard(data))
    page.Capacitor = {
      PluginHeaders: [...plugins].map(([name, methods]) => ({
        name,
        methods: methods.map(([, method]) => ({
          name: method,
          rtype: method === 'addListener' ? 'callback' : 'promise',
        })),
      })),
      async nativePromise(plugin: string, method: string, options: object = {}) {
        const said: { tells?: [string, unknown]; fails?: string } = await page.askPhone(`${plugin}.${method}`, options)
        if (said.fails) throw Object.assign(new Error(said.fails), { code: said.fails })
        if (said.tells) setTimeout(() => page.tellApp(...said.tells!))
        return said
      },
      async nativeCallback(plugin: string, method: string, options: { eventName: string }, heard: Listener) {
        listeners.set(options.eventName, [...(listeners.get(options.eventName) ?? []), heard])
        const events: unknown[] = await page.askPhone(`${plugin}.${method}`, options)
        for (const event of events) heard(event)
        return '1'
      },
    }
  }, headers)
  return phone
}

/** Simulates a tap on a notification. */
export const tap = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    event =>
      (globalThis as unknown as { tellApp: (name: string, data: unknown) => void }).tellApp(
        'pushNotificationActionPerformed',
        event,
      ),
    tapOn(path),
  )

/** Simulates a new token from the push service. */
export const moveToken = (page: Page, value: string): Promise<void> =>
  page.evaluate(
    event =>
      (globalThis as unknown as { tellApp: (name: string, data: unknown) => void }).tellApp('registration', event),
    { value },
  )
