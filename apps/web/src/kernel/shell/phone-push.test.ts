// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

type Heard = (event: never) => void

const phone = vi.hoisted(() => ({
  system: 'android',
  isThere: true,
  heard: new Map<string, (event: never) => void>(),
  resumed: null as (() => void) | null,
  channels: [] as string[],
  cleared: 0,
  registers: () => {},
}))
vi.mock('@capacitor/core', () => ({
  Capacitor: { isPluginAvailable: () => phone.isThere, getPlatform: () => phone.system },
}))
vi.mock('@capacitor/app', () => ({
  App: { addListener: async (_: string, heard: () => void) => void (phone.resumed = heard) },
}))
vi.mock('@capacitor/push-notifications', () => ({
  PushNotifications: {
    addListener: async (name: string, heard: Heard) => void phone.heard.set(name, heard),
    createChannel: async ({ id }: { id: string }) => void phone.channels.push(id),
    register: async () => phone.registers(),
    checkPermissions: async () => ({ receive: 'prompt-with-rationale' }),
    removeAllDeliveredNotifications: async () => {
      phone.cleared++
      throw new Error('not called')
    },
  },
}))

const { checkPermission, fetchToken, followPushes, onTokenMoved, pushSystem } = await import('./phone-push.ts')

const tell = (name: string, event: object) => phone.heard.get(name)!(event as never)
const names = { news: 'News', again: 'Again' }
beforeEach(() => {
  vi.stubEnv('VITE_SERVER', 'https://parvis.example')
  vi.stubEnv('VITE_ANDROID_PUSH', '1')
  Object.assign(phone, { system: 'android', isThere: true, channels: [], cleared: 0, registers: () => {} })
})

test('uses the push service of the platform if the app was built with it', () => {
  expect(pushSystem()).toBe('android')
  vi.stubEnv('VITE_ANDROID_PUSH', '')
  expect(pushSystem()).toBe(null)
  phone.system = 'ios'
  expect(pushSystem()).toBe('ios')
  phone.isThere = false
  expect(pushSystem()).toBe(null)
})

test('gets the token by an event, rejects on failure, and reports a later change', async () => {
  const moved: string[] = []
  onTokenMoved(token => moved.push(token))
  phone.registers = () => tell('registration', { value: 'one' })
  expect(await fetchToken(names)).toBe('one')
  expect(phone.channels).toEqual(['news', 'again'])
  phone.registers = () => tell('registrationError', { error: 'no service' })
  await expect(fetchToken(names)).rejects.toThrow('no service')
  expect(moved).toEqual([])
  tell('registration', { value: 'two' })
  expect(moved).toEqual(['two'])
  expect(await checkPermission()).toBe('default')
})

test('opens the screen of a tapped notification, but no foreign address', () => {
  const opened: string[] = []
  followPushes(screen => opened.push(screen))
  const tap = (path: unknown) =>
    tell('pushNotificationActionPerformed', { actionId: 'tap', notification: { data: { path } } })
  tap('/les-tilleuls/mes-conversations/lea')
  for (const path of [undefined, 17, 'https://evil.example/', '//evil.example', 'les-tilleuls', '/api/auth']) tap(path)
  tell('pushNotificationActionPerformed', { actionId: 'tap', notification: {} })
  expect(opened).toEqual(['/les-tilleuls/mes-conversations/lea'])
})

test('clears delivered notifications when the app is opened', () => {
  followPushes(() => {})
  phone.resumed!()
  expect(phone.cleared).toBe(2)
})
