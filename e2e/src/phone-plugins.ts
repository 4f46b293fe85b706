import type { BrowserContext, Page } from 'playwright-core'

/** A fake of the native plugins, called over the Capacitor bridge as the real ones are. */
export interface PhonePlugins {
  /** Every call in order, for example `PushNotifications.register`. */
  calls: string[]
  permission: 'prompt' | 'granted' | 'denied'
  token: string
  /** The path of the notification whose tap opened the app; delivered once, to the first listener. */
  launchTap: string | null
  /**
   * Returns the result of the "Sign in with Apple" dialog; null: cancelled. Without it the phone has no such dialog.
   */
  signIn: ((nonce: string) => Promise<object | null>) | null
}

const tapEvent = (path: string) => ({ actionId: 'tap', notification: { id: '1', data: { path } } })

const createHandlers = (
  phone: PhonePlugins,
): Record<string, (options: { nonce?: string; eventName?: string }) => unknown> => ({
  'PushNotifications.addListener': ({ eventName }) => {
    if (eventName !== 'pushNotificationActionPerformed' || !phone.launchTap) return []
    const events = [tapEvent(phone.launchTap)]
    phone.launchTap = null
    return events
  },
  'PushNotifications.checkPermissions': () => ({ receive: phone.permission }),
  'PushNotifications.requestPermissions': () => {
    if (phone.permission === 'prompt') phone.permission = 'granted'
    return { receive: phone.permission }
  },
  'PushNotifications.register': () => ({ emits: ['registration', { value: phone.token }] }),
  'PushNotifications.unregister': () => ({}),
  'PushNotifications.createChannel': () => ({}),
  'PushNotifications.removeAllDeliveredNotifications': () => ({}),
  'SignInWithApple.authorize': async ({ nonce }) => (await phone.signIn!(nonce!)) ?? { errorCode: 'cancelled' },
})

const PUSH = 'PushNotifications'

/** Gives all pages of a context the native plugins that browsers lack. Must be called before any page is opened. */
export const installPlugins = async (
  context: BrowserContext,
  initial: Pick<PhonePlugins, 'token'> & Partial<PhonePlugins>,
): Promise<PhonePlugins> => {
  const phone: PhonePlugins = { calls: [], permission: 'prompt', launchTap: null, signIn: null, ...initial }
  const handlers = createHandlers(phone)
  await context.exposeFunction('askPhone', async (name: string, options: object) => {
    phone.calls.push(name)
    return handlers[name]!(options)
  })
  const headers = Object.keys(handlers).filter(name => name.startsWith(PUSH) || phone.signIn)
  await context.addInitScript(names => {
    type Listener = (event: unknown) => void
    const page = globalThis as unknown as {
      askPhone: (name: string, options: object) => Promise<never>
      Capacitor: object
      emit: (event: string, data: unknown) => void
    }
    const listeners = new Map<string, Listener[]>()
    const plugins = Map.groupBy(
      names.map(name => name.split('.') as [string, string]),
      ([plugin]) => plugin,
    )
    page.emit = (event, data) => listeners.get(event)?.forEach(listener => listener(data))
    page.Capacitor = {
      PluginHeaders: [...plugins].map(([name, methods]) => ({
        name,
        methods: methods.map(([, method]) => ({
          name: method,
          rtype: method === 'addListener' ? 'callback' : 'promise',
        })),
      })),
      async nativePromise(plugin: string, method: string, options: object = {}) {
        const reply: { emits?: [string, unknown]; errorCode?: string } = await page.askPhone(
          `${plugin}.${method}`,
          options,
        )
        if (reply.errorCode) throw Object.assign(new Error(reply.errorCode), { code: reply.errorCode })
        if (reply.emits) setTimeout(() => page.emit(...reply.emits!))
        return reply
      },
      async nativeCallback(plugin: string, method: string, options: { eventName: string }, listener: Listener) {
        listeners.set(options.eventName, [...(listeners.get(options.eventName) ?? []), listener])
        const events: unknown[] = await page.askPhone(`${plugin}.${method}`, options)
        for (const event of events) listener(event)
        return '1'
      },
    }
  }, headers)
  return phone
}

export const tapNotification = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    event =>
      (globalThis as unknown as { emit: (name: string, data: unknown) => void }).emit(
        'pushNotificationActionPerformed',
        event,
      ),
    tapEvent(path),
  )

export const rotatePushToken = (page: Page, token: string): Promise<void> =>
  page.evaluate(
    event => (globalThis as unknown as { emit: (name: string, data: unknown) => void }).emit('registration', event),
    { value: token },
  )
