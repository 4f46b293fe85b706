// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: never) => void

const phone = vi.hoisted(() => ({
  system: 'android',
  isAvailable: true,
  listeners: new Map<string, (event: never) => void>(),
  resumed: null as (() => void) | null,
  channels: [] as string[],
  cleared: 0,
  registers: () => {},
}))
vi.mock('@capacitor/core', () => ({
  Capacitor: { isPluginAvailable: () => phone.isAvailable, getPlatform: () => phone.system },
}))
vi.mock('@capacitor/app', () => ({
  App: { addListener: async (_: string, listener: () => void) => void (phone.resumed = listener) },
}))
vi.mock('@capacitor/push-notifications', () => ({
  PushNotifications: {
    addListener: async (name: string, listener: Listener) => void phone.listeners.set(name, listener),
    createChannel: async ({ id }: { id: string }) => void phone.channels.push(id),
    register: async () => phone.registers(),
    checkPermissions: async () => ({ receive: 'prompt-with-rationale' }),
    removeAllDeliveredNotifications: async () => {
      phone.cleared++
      throw new Error('not called')
    },
  },
}))

const { checkPermission, fetchToken, followPushes, onTokenChange, pushPlatform } = await import('./phone-push.ts')

const emit = (name: string, event: object) => phone.listeners.get(name)!(event as never)
const names = { news: 'News', again: 'Again' }
beforeEach(() => {
  vi.stubEnv('VITE_SERVER', 'https://parvis.example')
  vi.stubEnv('VITE_ANDROID_PUSH', '1')
  Object.assign(phone, { system: 'android', isAvailable: true, channels: [], cleared: 0, registers: () => {} })
})

test('pushPlatform returns the platform, or null if its push service is not available', () => {
  expect(pushPlatform()).toBe('android')
  vi.stubEnv('VITE_ANDROID_PUSH', '')
  expect(pushPlatform()).toBe(null)
  phone.system = 'ios'
  expect(pushPlatform()).toBe('ios')
  phone.isAvailable = false
  expect(pushPlatform()).toBe(null)
})

test('fetchToken returns the token of the registration event or rejects; onTokenChange reports later tokens', async () => {
  const changes: string[] = []
  onTokenChange(token => changes.push(token))
  phone.registers = () => emit('registration', { value: 'one' })
  expect(await fetchToken(names)).toBe('one')
  expect(phone.channels).toEqual(['news', 'again'])
  phone.registers = () => emit('registrationError', { error: 'no service' })
  await expect(fetchToken(names)).rejects.toThrow('no service')
  expect(changes).toEqual([])
  emit('registration', { value: 'two' })
  expect(changes).toEqual(['two'])
  expect(await checkPermission()).toBe('default')
})

test('a tapped notification opens the screen of its path, and nothing if the path is missing or is no screen', () => {
  const opened: string[] = []
  followPushes(screen => opened.push(screen))
  const tap = (path: unknown) =>
    emit('pushNotificationActionPerformed', { actionId: 'tap', notification: { data: { path } } })
  tap('/les-tilleuls/mes-conversations/lea')
  for (const path of [undefined, 17, 'https://evil.example/', '//evil.example', 'les-tilleuls', '/api/auth']) tap(path)
  emit('pushNotificationActionPerformed', { actionId: 'tap', notification: {} })
  expect(opened).toEqual(['/les-tilleuls/mes-conversations/lea'])
})

test('followPushes clears the delivered notifications at once and whenever the app is resumed', () => {
  followPushes(() => {})
  phone.resumed!()
  expect(phone.cleared).toBe(2)
})
