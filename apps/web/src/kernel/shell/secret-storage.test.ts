import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadSecrets } from './secret-storage.ts'
import { updateSecrets, shellHeaders } from './shell.ts'

// Uses the plugin's own browser implementation, which stores in localStorage.
beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

// pause: promises of the stub have ended by then, and nothing signals it
const waitForStorage = () => new Promise(done => setTimeout(done, 20))
const logIn = () => updateSecrets({}, 'POST', '/api/auth', 200, { token: 'secret', deviceToken: 'known' })

test('sends the credentials of a log-in after a restart', async () => {
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell' })
  logIn()
  await waitForStorage()
  await loadSecrets()
  expect(shellHeaders()).toMatchObject({ authorization: 'Bearer secret', 'x-device': 'known' })
})

test('keeps only the device token after a log-out', async () => {
  await loadSecrets()
  logIn()
  updateSecrets(shellHeaders(), 'DELETE', '/api/auth', 200, {})
  await waitForStorage()
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell', 'x-device': 'known' })
  expect(JSON.stringify(localStorage)).not.toContain('secret')
})

test('ignores a late response to the previous session’s token', async () => {
  await loadSecrets()
  updateSecrets({}, 'POST', '/api/auth', 200, { token: 'before' })
  const sent = shellHeaders()
  logIn()
  updateSecrets(sent, 'GET', '/events', 401, { error: { key: 'nosession' } })
  expect(shellHeaders().authorization).toBe('Bearer secret')
  // A proxy's response says nothing about the session.
  updateSecrets(shellHeaders(), 'GET', '/api/auth', 403, null)
  expect(shellHeaders().authorization).toBe('Bearer secret')
  updateSecrets(shellHeaders(), 'GET', '/events', 401, { error: { key: 'nosession' } })
  expect(shellHeaders().authorization).toBeUndefined()
})

test('starts empty after a reinstallation although the keychain has persisted', async () => {
  await loadSecrets()
  logIn()
  await waitForStorage()
  localStorage.removeItem('opened')
  await loadSecrets()
  expect(shellHeaders()).toEqual({ 'x-client': 'shell' })
})

test('starts signed out when stored secrets cannot be read', async () => {
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
