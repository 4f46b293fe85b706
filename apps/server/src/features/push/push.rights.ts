import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

/** A subscription whose URL leads to this machine, so that permitted callers fail only on that URL. */
const localSubscription = () => {
  const { x, y } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey.export({ format: 'jwk' })
  const [left, right] = [x!, y!].map(part => Buffer.from(part, 'base64url')) as [Buffer, Buffer]
  const p256dh = Buffer.concat([Buffer.of(4), left, right]).toString('base64url')
  return JSON.stringify({
    endpoint: 'https://127.0.0.1/push',
    keys: { p256dh, auth: randomBytes(16).toString('base64url') },
  })
}

export const rights: FeatureRights = {
  table: `
                        | nobody    | guest          | neighbor   | advertiser | employee   | administrator | webmaster  | newcomer  | stranger
GET /api/push-token     | nosession | guestforbidden | .          | .          | .          | .             | .          | forbidden | .
POST /api/push-token    | nosession | guestforbidden | badrequest | badrequest | badrequest | badrequest    | badrequest | forbidden | badrequest
DELETE /api/push-token  | nosession | guestforbidden | .          | .          | .          | .             | .          | forbidden | .
`,
  calls: async () => ({
    'GET /api/push-token': get('/api/push-token'),
    'POST /api/push-token': json('POST', '/api/push-token', { token: localSubscription(), os: 'web', lang: 'fr' }),
    'DELETE /api/push-token': { method: 'DELETE', url: '/api/push-token' },
  }),
}
