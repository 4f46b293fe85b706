// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

const sheet = vi.hoisted(() => ({ answer: async (): Promise<object> => ({}), isThere: true }))
vi.mock('@capacitor/core', () => ({
  Capacitor: { isPluginAvailable: () => sheet.isThere },
  registerPlugin: () => ({ authorize: () => sheet.answer() }),
}))

const { askApple, hasAppleSheet } = await import('./apple-sheet.ts')

beforeEach(() => Object.assign(sheet, { isThere: true }))

test('what the phone says is told as the server takes it', async () => {
  sheet.answer = async () => ({ identityToken: 'signed', bundleId: 'org.parvis.app', givenName: 'Ada' })
  expect(await askApple('nonce')).toEqual({
    identityToken: 'signed',
    bundleId: 'org.parvis.app',
    nonce: 'nonce',
    fullName: { givenName: 'Ada', familyName: undefined },
  })
})

test('who turns back is nobody; what fails is told', async () => {
  sheet.answer = () => Promise.reject(Object.assign(new Error('no'), { code: 'cancelled' }))
  expect(await askApple('nonce')).toBe(null)
  sheet.answer = () => Promise.reject(Object.assign(new Error('no'), { code: 'failed' }))
  await expect(askApple('nonce')).rejects.toThrow('no')
})

test('where the phone has no sheet there is none', () => {
  sheet.isThere = false
  expect(hasAppleSheet()).toBe(false)
})
