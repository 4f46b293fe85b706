import { getPushState, type PushState, registerPush, unregisterPush } from '@parvis/contract/push.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { store, storedText } from '#web/kernel/device/stored.ts'
import { bodies, calls, draw, drawAlone, refusal, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { closeToast, shownToasts } from '#web/ui/toasts.ts'
import { offerPush } from './offer-push.ts'
import { PushSettings } from './PushSettings.tsx'
import { keepRegistered } from './register.ts'
import { thisBrowser } from './this-browser.ts'
import type { ThisDevice } from './this-device.ts'

/** What the device answers, and what its reader says when they are asked. */
const device = vi.hoisted(() => ({
  support: 'ready' as ReturnType<ThisDevice['support']>,
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
    lookUpPermission: async () => device.allowed,
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
    closeShown: async () => {},
    os: () => 'web',
  } satisfies ThisDevice,
}))

drawAlone('push')

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

const told = () => shownToasts().map(({ text }) => text)
const registrations = () => calls.filter(call => call.startsWith('POST')).length
const toggle = () => document.querySelector<HTMLInputElement>('[role=switch]')
const flip = () => act(async () => toggle()!.click())
const drawSettings = async () => {
  await draw(<PushSettings me={me}>below</PushSettings>)
  await until(() => document.querySelector('[aria-label^="Loading"]') === null)
}

describe('the switch of the settings', () => {
  test('registers this device in the language of the screen, and lets go of it', async () => {
    await drawSettings()
    await shows('Nothing shows up here while Parvis is closed.')
    await flip()
    await shows('Messages, answers and what you asked to hear of show up here. They say who, not what.')
    expect(bodies).toEqual([{ token: 'token 1 for key', os: 'web', lang: 'en' }])
    expect(storedText('push')).toBe('me')
    await flip()
    await shows('Nothing shows up here while Parvis is closed.')
    expect(calls.at(-1)).toBe('DELETE /api/push-token')
    expect([storedText('push'), device.unsubscribed]).toEqual([null, 1])
  })

  test('changes nothing where its reader does not answer, and is shut where they refuse', async () => {
    device.answer = 'default'
    await drawSettings()
    await flip()
    expect([registrations(), toggle()!.disabled]).toEqual([0, false])
    device.answer = 'denied'
    await flip()
    await shows('Refused in this browser. Allow notifications for this site in its settings.')
    expect([registrations(), toggle()!.disabled]).toEqual([0, true])
  })

  test('follows what is allowed elsewhere', async () => {
    state = { ...state, registered: true, lang: 'en' }
    device.allowed = 'denied'
    await drawSettings()
    await shows('Refused in this browser.')
    device.allowed = 'granted'
    await act(async () => {
      for (const changed of device.changed) changed()
    })
    await shows('show up here. They say who, not what.')
  })

  test('that fails says so, and stays as it was', async () => {
    stub(registerPush, () => refusal('pushunavailable'))
    await drawSettings()
    await flip()
    await until(() => told().length > 0)
    expect(told()).toEqual([expect.stringMatching(/^Notifications could not be turned on\. /)])
    await shows('Nothing shows up here while Parvis is closed.')
    expect(storedText('push')).toBeNull()
  })

  test('whose state does not come says so', async () => {
    stub(getPushState, () => refusal('unexpectederror'))
    await drawSettings()
    await shows('The setting of this device did not load.')
    expect(toggle()).toBeNull()
  })

  test('registers anew where what is pushed speaks another language than the screen', async () => {
    device.allowed = 'granted'
    state = { ...state, registered: true, lang: 'fr' }
    await drawSettings()
    await until(() => registrations() > 0)
    expect(bodies).toEqual([{ token: 'token 1 for key', os: 'web', lang: 'en' }])
    await shows('show up here. They say who, not what.')
    expect(registrations()).toBe(1)
  })

  test.each([
    ['none', 'This browser cannot show notifications.'],
    ['install', 'notifications come once Parvis is installed'],
  ] as const)('is not there where the browser can do so: %s', async (support, words) => {
    device.support = support
    await draw(<PushSettings me={me}>below</PushSettings>)
    await shows(words)
    expect([toggle(), calls]).toEqual([null, []])
    await shows('below')
  })

  test('of an app names the service that carries pushes, and what the phone refuses', async () => {
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    await drawSettings()
    await shows('Nothing shows up here while Parvis is closed. Google carries notifications and could read')
    await flip()
    await shows('Google, which carries')
    device.allowed = 'denied'
    await act(async () => {
      for (const changed of device.changed) changed()
    })
    await shows('Refused on this phone. Allow notifications for Parvis in its settings.')
    expect(toggle()!.disabled).toBe(true)
  })

  test('of an app is not there where the server pushes to no such phone', async () => {
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    device.isServed = false
    await drawSettings()
    await shows('No notifications come to this app')
    expect(toggle()).toBeNull()
  })
})

describe('after a profile is saved', () => {
  test('pushes are offered once, and turned on by a tap', async () => {
    await offerPush(me)
    expect(told()).toEqual(['Be told when a neighbour writes to you or answers you?'])
    expect(shownToasts()[0]!.action!.label).toBe('Turn on')
    shownToasts()[0]!.action!.onClick()
    await expect.poll(told).toContain('Notifications come to this device.')
    expect(registrations()).toBe(1)
    for (const { id } of shownToasts()) closeToast(id)
    device.allowed = 'default'
    await offerPush(me)
    expect(told()).toEqual([])
  })

  test('they are offered once, also to who does not take them up', async () => {
    await offerPush(me)
    expect(told()).toHaveLength(1)
    for (const { id } of shownToasts()) closeToast(id)
    await offerPush(me)
    expect(told()).toEqual([])
  })

  test('who refuses is registered nowhere', async () => {
    device.answer = 'denied'
    await offerPush(me)
    shownToasts()[0]!.action!.onClick()
    await expect.poll(() => device.allowed).toBe('denied')
    expect(calls).toEqual([])
  })

  test('nothing is offered where it was refused, cannot be, or who is here is told nothing', async () => {
    device.allowed = 'denied'
    await offerPush(me)
    device.allowed = 'default'
    device.support = 'none'
    await offerPush(me)
    device.support = 'ready'
    await offerPush({ ...me, abilities: { ...me.abilities, beTold: false } })
    expect([told(), calls]).toEqual([[], []])
  })

  test('an app names the service, and offers nothing that the server does not push to', async () => {
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    device.isServed = false
    await offerPush(me)
    expect(told()).toEqual([])
    device.isServed = true
    await offerPush(me)
    expect(told()).toEqual([expect.stringContaining('Google, which carries notifications')])
  })
})

describe('a new session', () => {
  beforeEach(() => {
    device.allowed = 'granted'
  })

  test('goes on with what its member has turned on here, and is registered once', async () => {
    store('push', 'me')
    await keepRegistered(me)
    expect(registrations()).toBe(1)
    await keepRegistered(me)
    expect(registrations()).toBe(1)
    // an app may have another token since
    vi.stubEnv('VITE_SERVER', 'https://server.example')
    await keepRegistered(me)
    expect(registrations()).toBe(2)
  })

  test('is registered anew where the screen speaks another language by now', async () => {
    store('push', 'me')
    state = { ...state, registered: true, lang: 'fr' }
    await keepRegistered(me)
    expect(bodies).toEqual([{ token: 'token 1 for key', os: 'web', lang: 'en' }])
  })

  test('does not go on with what somebody else has turned on, or the browser has shut', async () => {
    store('push', 'other')
    await keepRegistered(me)
    store('push', 'me')
    device.allowed = 'default'
    await keepRegistered(me)
    expect(calls).toEqual([])
  })
})

describe('a browser', () => {
  const has = (...names: string[]) => {
    vi.stubGlobal('PushManager', Object)
    vi.stubGlobal('Notification', Object)
    if (!('serviceWorker' in navigator))
      Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
    for (const name of ['PushManager', 'Notification']) if (!names.includes(name)) Reflect.deleteProperty(window, name)
  }

  test('can push with all that it takes, and not without', () => {
    has('PushManager', 'Notification')
    expect(thisBrowser.support()).toBe('ready')
    has('Notification')
    expect([thisBrowser.support(), thisBrowser.permission()]).toEqual(['none', undefined])
    has('PushManager')
    expect([thisBrowser.support(), thisBrowser.permission()]).toEqual(['none', 'denied'])
  })

  test('of Apple’s has to be on the home screen first', () => {
    has('PushManager', 'Notification')
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
    expect(thisBrowser.support()).toBe('install')
    Object.assign(navigator, { standalone: true })
    expect(thisBrowser.support()).toBe('ready')
    Reflect.deleteProperty(navigator, 'standalone')
  })
})
