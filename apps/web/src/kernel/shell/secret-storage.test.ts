import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSecrets } from './secret-storage.ts'
import { updateSecrets, shellHeaders } from './shell.ts'

// In a browser, the plugin stores the secrets in localStorage.
beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

// pause: no event signals that the promises of the stub have settled
const waitForStorage = () => new Promise(done => setTimeout(done, 20))
const logIn = () => updateSecrets({}, 'POST', '/api/auth', 200, { token: 'secret', deviceToken: 'known' })

test('a restarted app sends the credentials of the earlier log-in', async () => {
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell' })
  logIn()
  await waitForStorage()
  await loadSecrets()
  expect(shellHeaders()).toMatchObject({ authorization: 'Bearer secret', 'x-device': 'known' })
})

test('log-out deletes the session token but not the device token', async () => {
  await loadSecrets()
  logIn()
  updateSecrets(shellHeaders(), 'DELETE', '/api/auth', 200, {})
  await waitForStorage()
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell', 'x-device': 'known' })
  expect(JSON.stringify(localStorage)).not.toContain('secret')
})

test('a late response to a call with the previous session’s token is ignored', async () => {
  await loadSecrets()
  updateSecrets({}, 'POST', '/api/auth', 200, { token: 'before' })
  const sent = shellHeaders()
  logIn()
  updateSecrets(sent, 'GET', '/events', 401, { error: { key: 'nosession' } })
  expect(shellHeaders().authorization).toBe('Bearer secret')
  // An error response of a proxy must not end the session.
  updateSecrets(shellHeaders(), 'GET', '/api/auth', 403, null)
  expect(shellHeaders().authorization).toBe('Bearer secret')
  updateSecrets(shellHeaders(), 'GET', '/events', 401, { error: { key: 'nosession' } })
  expect(shellHeaders().authorization).toBeUndefined()
})

test('a reinstalled app starts without secrets although the keychain still contains those of the previous installation', async () => {
  await loadSecrets()
  logIn()
  await waitForStorage()
  localStorage.removeItem('opened')
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell' })
})

test('an app whose secrets cannot be read starts signed out', async () => {
  await loadSecrets()
  logIn()
  await waitForStorage()
  const refuse = () => {
    throw new Error('osError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 0 })
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell' })
  logIn()
  await waitForStorage()
  expect(shellHeaders()).toMatchObject({ authorization: 'Bearer secret' })
})
