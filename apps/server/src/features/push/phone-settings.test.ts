import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readApnsSettings, readFcmSettings } from './phone-settings.ts'

const pemOf = (type: 'ec' | 'rsa', namedCurve = 'prime256v1') =>
  (type === 'ec'
    ? generateKeyPairSync('ec', { namedCurve })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
  ).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
const [ec, rsa] = [pemOf('ec'), pemOf('rsa')]
const inFile = (text: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'key')
  writeFileSync(path, text)
  return path
}
/** Returns the error message, which must never contain a key. */
const refusal = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    const { message } = error as Error
    for (const pem of [ec, rsa]) expect(message).not.toContain(pem.split('\n')[1])
    return message
  }
  return 'taken'
}

describe('APNS_KEY', () => {
  const validSettings = { APNS_KEY: ec, APNS_KEY_ID: 'KEY1234567', IOS_APP: 'TEAM123456.org.parvis.app' }

  it('can be set as text, as one line or as the path of a file; app and team are derived from IOS_APP', () => {
    expect(readApnsSettings({})).toBeNull()
    expect(readApnsSettings({ IOS_APP: validSettings.IOS_APP })).toBeNull()
    for (const APNS_KEY of [ec, ec.replaceAll('\n', '\\n'), inFile(ec)])
      expect(readApnsSettings({ ...validSettings, APNS_KEY })).toMatchObject({
        keyId: 'KEY1234567',
        teamId: 'TEAM123456',
        topic: 'org.parvis.app',
        origin: new URL('https://api.push.apple.com'),
      })
    expect(readApnsSettings({ ...validSettings, APNS_TEAM_ID: 'OTHER12345' })).toMatchObject({ teamId: 'OTHER12345' })
    const sandbox = 'https://api.sandbox.push.apple.com'
    expect(readApnsSettings({ ...validSettings, APNS_ORIGIN: sandbox, NODE_ENV: 'production' })?.origin.origin).toBe(
      sandbox,
    )
  })

  it.each([
    [{ APNS_KEY: undefined }, 'set all three'],
    [{ APNS_KEY_ID: undefined }, 'set all three'],
    [{ IOS_APP: undefined }, 'set all three'],
    [{ APNS_KEY_ID: 'short' }, 'APNS_KEY_ID'],
    [{ APNS_TEAM_ID: 'short' }, 'APNS_TEAM_ID'],
    [{ APNS_KEY: rsa }, 'AuthKey'],
    [{ APNS_KEY: pemOf('ec', 'secp384r1') }, 'AuthKey'],
    [{ APNS_KEY: ec.slice(0, 80) }, 'AuthKey'],
    [{ APNS_KEY: '/nowhere/AuthKey.p8' }, 'the path of a file'],
    [{ APNS_ORIGIN: 'http://127.0.0.1:1', NODE_ENV: 'production' }, 'is for tests'],
    [{ APNS_ORIGIN: 'ftp://127.0.0.1' }, 'APNS_ORIGIN must be'],
  ] as [NodeJS.ProcessEnv, string][])(
    'causes an error at start if a setting for Apple is missing or invalid, case %#',
    (changed, expected) => {
      expect(refusal(() => readApnsSettings({ ...validSettings, ...changed }))).toContain(expected)
    },
  )
})

describe('FCM_SERVICE_ACCOUNT', () => {
  const account = { project_id: 'parvis', client_email: 'push@parvis.iam.example', private_key: rsa }
  const FCM_SERVICE_ACCOUNT = JSON.stringify(account)

  it('can be set as text or as the path of a file', () => {
    expect(readFcmSettings({})).toBeNull()
    for (const given of [FCM_SERVICE_ACCOUNT, inFile(FCM_SERVICE_ACCOUNT)])
      expect(readFcmSettings({ FCM_SERVICE_ACCOUNT: given, NODE_ENV: 'production' })).toMatchObject({
        projectId: 'parvis',
        clientEmail: account.client_email,
        tokenUrl: new URL('https://oauth2.googleapis.com/token'),
        origin: new URL('https://fcm.googleapis.com'),
      })
  })

  it.each([
    [{ FCM_SERVICE_ACCOUNT: undefined, FCM_ORIGIN: 'http://127.0.0.1:1' }, 'needs FCM_SERVICE_ACCOUNT'],
    [{ FCM_SERVICE_ACCOUNT: `{"private_key":"${rsa.split('\n')[1]}` }, 'must be JSON'],
    [{ FCM_SERVICE_ACCOUNT: JSON.stringify({ ...account, private_key: ec }) }, 'project_id, client_email'],
    [{ FCM_SERVICE_ACCOUNT: JSON.stringify({ ...account, project_id: 1 }) }, 'project_id, client_email'],
    [{ FCM_SERVICE_ACCOUNT: '/nowhere/account.json' }, 'the path of a file'],
    [{ FCM_ORIGIN: 'http://127.0.0.1:1', NODE_ENV: 'production' }, 'is for tests'],
    [
      { FCM_SERVICE_ACCOUNT: JSON.stringify({ ...account, token_uri: 'https://evil.example' }), DATABASE_URL: 'x' },
      'is for tests',
    ],
  ] as [NodeJS.ProcessEnv, string][])(
    'causes an error at start if a setting for Google is missing or invalid, case %#',
    (changed, expected) => {
      expect(refusal(() => readFcmSettings({ FCM_SERVICE_ACCOUNT, ...changed }))).toContain(expected)
    },
  )
})
