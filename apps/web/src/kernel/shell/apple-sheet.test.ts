// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

const sheet = vi.hoisted(() => ({ answer: async (): Promise<object> => ({}), isThere: true }))
vi.mock('@capacitor/core', () => ({
  Capacitor: { isPluginAvailable: () => sheet.isThere },
  registerPlugin: () => ({ authorize: () => sheet.answer() }),
}))

const { requestAppleCredential, hasAppleSheet } = await import('./apple-sheet.ts')

beforeEach(() => Object.assign(sheet, { isThere: true }))

test('requestAppleCredential returns the credential in the form that the server accepts', async () => {
  sheet.answer = async () => ({ identityToken: 'signed', bundleId: 'org.parvis.app', givenName: 'Ada' })
  expect(await requestAppleCredential('nonce')).toEqual({
    identityToken: 'signed',
    bundleId: 'org.parvis.app',
    nonce: 'nonce',
    fullName: { givenName: 'Ada', familyName: undefined },
  })
})

test('requestAppleCredential returns null when the user cancels, and rejects on failure', async () => {
  sheet.answer = () => Promise.reject(Object.assign(new Error('no'), { code: 'cancelled' }))
  expect(await requestAppleCredential('nonce')).toBe(null)
  sheet.answer = () => Promise.reject(Object.assign(new Error('no'), { code: 'failed' }))
  await expect(requestAppleCredential('nonce')).rejects.toThrow('no')
})

test('hasAppleSheet returns false if the phone has no Apple sign-in sheet', () => {
  sheet.isThere = false
  expect(hasAppleSheet()).toBe(false)
})
