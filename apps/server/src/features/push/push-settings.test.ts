import webPush from 'web-push'
import { describe, expect, it } from 'vitest'
import { readPushKeys, readPushTestOrigin } from './push-settings.ts'

describe('readPushKeys', () => {
  const { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY } = webPush.generateVAPIDKeys()

  it('returns the keys that the operator sets, else null', () => {
    expect(readPushKeys({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })).toEqual({
      publicKey: VAPID_PUBLIC_KEY,
      privateKey: VAPID_PRIVATE_KEY,
    })
    expect(readPushKeys({})).toBeNull()
  })

  it.each([
    { VAPID_PUBLIC_KEY },
    { VAPID_PRIVATE_KEY },
    { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey },
    { VAPID_PUBLIC_KEY: 'a', VAPID_PRIVATE_KEY: 'b' },
  ])('throws unless both keys are set and belong to one pair', env => {
    let message = ''
    try {
      readPushKeys(env)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain('the two halves of one key')
    expect(message).not.toContain(VAPID_PRIVATE_KEY)
  })
})

describe('readPushTestOrigin', () => {
  const PUSH_TEST_ORIGIN = 'http://127.0.0.1:4000'

  it('returns the origin in PUSH_TEST_ORIGIN, or null if it is not set', () => {
    expect(readPushTestOrigin({})).toBeNull()
    expect(readPushTestOrigin({ PUSH_TEST_ORIGIN })?.origin).toBe(PUSH_TEST_ORIGIN)
  })

  it('throws in production and for an invalid origin', () => {
    expect(() => readPushTestOrigin({ PUSH_TEST_ORIGIN, NODE_ENV: 'production' })).toThrow('is for tests')
    expect(() => readPushTestOrigin({ PUSH_TEST_ORIGIN, DATABASE_URL: 'postgres://db/parvis' })).toThrow('is for tests')
    expect(() => readPushTestOrigin({ PUSH_TEST_ORIGIN: 'https://push.example' })).toThrow('http://127.0.0.1')
  })
})
