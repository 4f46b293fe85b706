import { getPushState, type PushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { store, storedText } from '#web/kernel/device/stored.ts'
import {
  bodies,
  calls,
  render,
  renderStandalone,
  refusal,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { offerPush } from './offer-push.ts'
import { PushSettings } from './PushSettings.tsx'
import { ensurePushRegistration } from './register.ts'
import { thisBrowser } from './this-browser.ts'
import type { PushDevice } from './push-device.ts'

/** State of the fake device, and the answer of the viewer to its permission prompt. */
const device = vi.hoisted(() => ({
  support: 'ready' as ReturnType<PushDevice['support']>,
  allowed: 'default' as NotificationPermission,
  answer: 'granted' as NotificationPermission,
  isServed: true,
  token: 'token 1',
  unsubscribed: 0,
  changed: new Set<() => void>(),
}))
vi.mock('./this-device.ts', () => ({
  thisDevice: {
    support: () => device.support,
    isServed: () => device.isServed,
    permission: () => device.allowed,
    refreshPermission: async () => device.allowed,
    requestPermission: async () => {
      if (device.allowed === 'default') device.allowed = device.answer
      for (const changed of device.changed) changed()
      return device.allowed
    },
    onPermission: changed => {
      device.changed.add(changed)
      return () => void device.changed.delete(changed)
    },
    subscribe: async publicKey => `${device.token} for ${publicKey}`,
    unsubscribe: async () => void device.unsubscribed++,
    closeNotifications: async () => {},
    os: () => 'web',
  } satisfies PushDevice,
}))

renderStandalone('push')

const me = { _id: 'me', memberships: [{ userId: 'me' }], abilities: { beTold: true } } as SessionUser
let state: PushState

beforeEach(() => {
  localStorage.clear()
  Object.assign(device, { support: 'ready', allowed: 'default', answer: 'granted', isServed: true, unsubscribed: 0 })
  state = { publicKey: 'key', registered: false, phones: [] }
  stub(getPushState, () => state)
  stub(registerPush, ({ body }) => (state = { ...state, registered: true, lang: (body as { lang: 'en' }).lang }))
  stub(unregisterPush, () => (state = { publicKey: 'key', registered: false, phones: [] }))
})
afterEach(() => {
  for (const { id } of shownToasts()) closeToast(id)
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const toastTexts = () => shownToasts().map(({ text }) => text)
const registrations = () => calls.filter(call => call.startsWith('POST')).length
const toggle = () => document.querySelector<HTMLInputElement>('[role=switch]')
const flip = () => act(async () => toggle()!.click())
const renderSettings = async () => {
  await render(<PushSettings me={me}>below</PushSettings>)
  await waitUntil(() => document.querySelector('[aria-label^="Loading"]') === null)
}

describe('the push switch', () => {
  test('registers this device in the language of the screen, and unregisters it', async () => {
    await renderSettings()
    await expectText('Nothing shows up here while Parvis is closed.')
    await flip()
    await expectText('Messages, answers and what you asked to hear of show up here. They say who, not what.')
    expect(bodies).toEqual([{ token: 'token 1 for key', os: 'web', lang: 'en' }])
    expect(storedText('push')).toBe('me')
    await flip()
    await expectText('Nothing shows up here while Parvis is closed.')
    expect(calls.at(-1)).toBe('DELETE /api/push-token')
    expect([storedText('push'), device.unsubscribed]).toEqual([null, 1])
  })

  test('remains off when the permission prompt is dismissed, and is disabled when the permission is denied', async () => {
    device.answer = 'default'
    await renderSettings()
    await flip()
    expect([registrations(), toggle()!.disabled]).toEqual([0, false])
    device.answer = 'denied'
    await flip()
    await expectText('Refused in this browser. Allow notifications for this site in its settings.')
    expect([registrations(), toggle()!.disabled]).toEqual([0, true])
  })

  test('shows that the permission was changed in the settings of the browser', async () => {
    state = { ...state, registered: true, lang: 'en' }
    device.allowed = 'denied'
    await renderSettings()
    await expectText('Refused in this browser.')
    device.allowed = 'granted'
    await act(async () => {
      for (const changed of device.changed) changed()
    })
    await expectText('show up here. They say who, not what.')
  })

  test('shows an error and remains off when the registration fails', async () => {
    stub(registerPush, () => refusal('pushunavailable'))
    await renderSettings()
    await flip()
    await waitUntil(() => toastTexts().length > 0)
    expect(toastTexts()).toEqual([expect.stringMatching(/^Notifications could not be turned on\. /)])
    await expectText('Nothing shows up here while Parvis is closed.')
    expect(storedText('push')).toBeNull()
  })

  test('shows an error when its state cannot be loaded', async () => {
    stub(getPushState, () => refusal('unexpectederror'))
    await renderSettings()
    await expectText('The setting of this device did not load.')
    expect(toggle()).toBeNull()
  })

  test('registers again when pushes are in another language than the screen', async () => {
    device.allowed = 'granted'
    state = { ...state, registered: true, lang: 'fr' }
    await renderSettings()
    await waitUntil(() => registrations() > 0)
    expect(bodies).toEqual([{ token: 'token 1 for key', os: 'web', lang: 'en' }])
    await expectText('show up here. They say who, not what.')
    expect(registrations()).toBe(1)
  })

  test.each([
    ['none', 'This browser cannot show notifications.'],
    ['install', 'notifications come once Parvis is installed'],
  ] as const)('is replaced by an explanation where the browser cannot show pushes: %s', async (support, words) => {
    device.support = support
    await render(<PushSettings me={me}>below</PushSettings>)
    await expectText(words)
    expect([toggle(), calls]).toEqual([null, []])
    await expectText('below')
  })

  test('names the push service in an app, and shows when the phone denies the permission', async () => {
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    await renderSettings()
    await expectText('Nothing shows up here while Parvis is closed. Google carries notifications and could read')
    await flip()
    await expectText('Google, which carries')
    device.allowed = 'denied'
    await act(async () => {
      for (const changed of device.changed) changed()
    })
    await expectText('Refused on this phone. Allow notifications for Parvis in its settings.')
    expect(toggle()!.disabled).toBe(true)
  })

  test('is replaced by an explanation in an app whose platform the server does not support', async () => {
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    device.isServed = false
    await renderSettings()
    await expectText('No notifications come to this app')
    expect(toggle()).toBeNull()
  })
})

describe('after a profile is saved', () => {
  test('pushes are offered once, and turned on by a tap', async () => {
    await offerPush(me)
    expect(toastTexts()).toEqual(['Be told when a neighbour writes to you or answers you?'])
    expect(shownToasts()[0]!.action!.label).toBe('Turn on')
    shownToasts()[0]!.action!.onClick()
    await expect.poll(toastTexts).toContain('Notifications come to this device.')
    expect(registrations()).toBe(1)
    for (const { id } of shownToasts()) closeToast(id)
    device.allowed = 'default'
    await offerPush(me)
    expect(toastTexts()).toEqual([])
  })

  test('pushes are not offered again to a member who ignored the offer', async () => {
    await offerPush(me)
    expect(toastTexts()).toHaveLength(1)
    for (const { id } of shownToasts()) closeToast(id)
    await offerPush(me)
    expect(toastTexts()).toEqual([])
  })

  test('a device whose permission is denied is not registered', async () => {
    device.answer = 'denied'
    await offerPush(me)
    shownToasts()[0]!.action!.onClick()
    await expect.poll(() => device.allowed).toBe('denied')
    expect(calls).toEqual([])
  })

  test('pushes are not offered if the permission is denied, without support, or to a member who cannot be notified', async () => {
    device.allowed = 'denied'
    await offerPush(me)
    device.allowed = 'default'
    device.support = 'none'
    await offerPush(me)
    device.support = 'ready'
    await offerPush({ ...me, abilities: { ...me.abilities, beTold: false } })
    expect([toastTexts(), calls]).toEqual([[], []])
  })

  test('an app names the push service, and offers no pushes when the server does not support its platform', async () => {
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    device.isServed = false
    await offerPush(me)
    expect(toastTexts()).toEqual([])
    device.isServed = true
    await offerPush(me)
    expect(toastTexts()).toEqual([expect.stringContaining('Google, which carries notifications')])
  })
})

describe('a new session', () => {
  beforeEach(() => {
    device.allowed = 'granted'
  })

  test('is registered once if its member turned on pushes on this device; in an app it is registered each time', async () => {
    store('push', 'me')
    await ensurePushRegistration(me)
    expect(registrations()).toBe(1)
    await ensurePushRegistration(me)
    expect(registrations()).toBe(1)
    // The push token of an app may have changed since.
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    await ensurePushRegistration(me)
    expect(registrations()).toBe(2)
  })

  test('registers again when the language of the screen has changed', async () => {
    store('push', 'me')
    state = { ...state, registered: true, lang: 'fr' }
    await ensurePushRegistration(me)
    expect(bodies).toEqual([{ token: 'token 1 for key', os: 'web', lang: 'en' }])
  })

  test('does not register for pushes that another member turned on, or that the browser blocks', async () => {
    store('push', 'other')
    await ensurePushRegistration(me)
    store('push', 'me')
    device.allowed = 'default'
    await ensurePushRegistration(me)
    expect(calls).toEqual([])
  })
})

describe('a browser', () => {
  const stubBrowserApis = (...names: string[]) => {
    vi.stubGlobal('PushManager', Object)
    vi.stubGlobal('Notification', Object)
    if (!('serviceWorker' in navigator))
      Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
    for (const name of ['PushManager', 'Notification']) if (!names.includes(name)) Reflect.deleteProperty(window, name)
  }

  test('supports pushes only if it has all the APIs they require', () => {
    stubBrowserApis('PushManager', 'Notification')
    expect(thisBrowser.support()).toBe('ready')
    stubBrowserApis('Notification')
    expect([thisBrowser.support(), thisBrowser.permission()]).toEqual(['none', undefined])
    stubBrowserApis('PushManager')
    expect([thisBrowser.support(), thisBrowser.permission()]).toEqual(['none', 'denied'])
  })

  test('by Apple supports pushes only once the app is on the home screen', () => {
    stubBrowserApis('PushManager', 'Notification')
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
    expect(thisBrowser.support()).toBe('install')
    Object.assign(navigator, { standalone: true })
    expect(thisBrowser.support()).toBe('ready')
    Reflect.deleteProperty(navigator, 'standalone')
  })
})
