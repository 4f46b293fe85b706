import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSecrets } from './keep-secrets.ts'
import { hearAnswer, shellHeaders } from './shell.ts'

// the plugin's own half for browsers, over this store
beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

// pause: promises of the stub have ended by then, and nothing says so
const settled = () => new Promise(done => setTimeout(done, 20))
const logIn = () => hearAnswer({}, 'POST', '/api/auth', 200, { token: 'secret', deviceToken: 'known' })

test('what a log-in told is shown again after a new start', async () => {
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell' })
  logIn()
  await settled()
  await loadSecrets()
  expect(shellHeaders()).toMatchObject({ authorization: 'Bearer secret', 'x-device': 'known' })
})

test('after a log-out nothing is left but that the device is known', async () => {
  await loadSecrets()
  logIn()
  hearAnswer(shellHeaders(), 'DELETE', '/api/auth', 200, {})
  await settled()
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell', 'x-device': 'known' })
  expect(JSON.stringify(localStorage)).not.toContain('secret')
})

test('a call of the session before that hears late of its end leaves the new token alone', async () => {
  await loadSecrets()
  hearAnswer({}, 'POST', '/api/auth', 200, { token: 'before' })
  const sent = shellHeaders()
  logIn()
  hearAnswer(sent, 'GET', '/events', 401, { error: { key: 'nosession' } })
  expect(shellHeaders().authorization).toBe('Bearer secret')
  // a proxy's page says nothing of it
  hearAnswer(shellHeaders(), 'GET', '/api/auth', 403, null)
  expect(shellHeaders().authorization).toBe('Bearer secret')
  hearAnswer(shellHeaders(), 'GET', '/events', 401, { error: { key: 'nosession' } })
  expect(shellHeaders().authorization).toBeUndefined()
})

test('an app that was installed anew begins anew, though the keychain has kept what was there', async () => {
  await loadSecrets()
  logIn()
  await settled()
  localStorage.removeItem('opened')
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell' })
})

test('a phone that cannot give back what it kept starts all the same, signed out', async () => {
  await loadSecrets()
  logIn()
  await settled()
  const refuse = () => {
    throw new Error('osError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 0 })
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell' })
  logIn()
  await settled()
  expect(shellHeaders()).toMatchObject({ authorization: 'Bearer secret' })
})
