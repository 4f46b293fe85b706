import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: never) => void

const app = vi.hoisted(() => ({
  listeners: new Map<string, (event: never) => void>(),
  launch: undefined as string | undefined,
  minimized: 0,
  hidden: 0,
}))
vi.mock('@capacitor/app', () => ({
  App: {
    getLaunchUrl: async () => (app.launch ? { url: app.launch } : undefined),
    addListener: async (name: string, listener: Listener) => void app.listeners.set(name, listener),
    minimizeApp: async () => void app.minimized++,
  },
}))
vi.mock('./phone-push.ts', () => ({ followPushes: (open: (screen: string) => void) => open('') }))
vi.mock('@capacitor/splash-screen', () => ({ SplashScreen: { hide: async () => void app.hidden++ } }))

const { followPhone, hideSplashScreen, startPhone } = await import('./phone.ts')

const emit = (name: string, event: object) => app.listeners.get(name)!(event as never)
let opened: string[]
beforeEach(() => {
  // Simulates a page that was opened one second ago, although this process has run for longer.
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  vi.stubEnv('VITE_SERVER', 'https://parvis.example')
  Object.assign(app, { launch: undefined, minimized: 0, hidden: 0 })
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  opened = []
  followPhone(screen => opened.push(screen))
  expect(opened.splice(0)).toEqual([''])
})

test('the app opens its launch link only once, also if iOS reports it again or the page reloads', async () => {
  app.launch = 'https://parvis.example/les-tilleuls/connexion#token=abc'
  await startPhone(() => {})
  expect(location.pathname + location.hash).toBe('/les-tilleuls/connexion#token=abc')
  // iOS reports the launch link a second time, which is ignored.
  emit('appUrlOpen', { url: app.launch })
  expect(opened).toEqual([])
  history.replaceState(null, '', '/les-tilleuls/actualites')
  await startPhone(() => {})
  expect(location.pathname).toBe('/les-tilleuls/actualites')
})

test('a link to another site is ignored', async () => {
  app.launch = 'https://evil.example/les-tilleuls'
  await startPhone(() => {})
  expect(location.pathname).toBe('/')
  emit('appUrlOpen', { url: 'https://evil.example/x' })
  expect(opened).toEqual([])
})

test('a link received while the app runs is opened, and after five seconds even the launch link is opened again', async () => {
  app.launch = 'parvis://les-tilleuls'
  await startPhone(() => {})
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  emit('appUrlOpen', { url: 'parvis://les-tilleuls' })
  emit('appUrlOpen', { url: 'https://parvis.example/detail-publication?id=1' })
  expect(opened).toEqual(['/les-tilleuls', '/detail-publication?id=1'])
  vi.restoreAllMocks()
})

test('the back button goes back, and minimizes the app if there is no history', () => {
  const back = vi.spyOn(history, 'back').mockReturnValue()
  emit('backButton', { canGoBack: true })
  expect([back.mock.calls.length, app.minimized]).toEqual([1, 0])
  emit('backButton', { canGoBack: false })
  expect([back.mock.calls.length, app.minimized]).toEqual([1, 1])
})

test('the splash screen is hidden once the first screen is rendered', async () => {
  const { Capacitor } = await import('@capacitor/core')
  vi.spyOn(Capacitor, 'isNativePlatform').mockReturnValue(true)
  hideSplashScreen()
  expect(app.hidden).toBe(0)
  await vi.waitFor(() => expect(app.hidden).toBe(1))
  vi.restoreAllMocks()
})

test('an app that starts without a network is marked as offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await startPhone(() => {})
  expect(document.documentElement.dataset).toHaveProperty('offline')
  delete document.documentElement.dataset.offline
  vi.restoreAllMocks()
})
