import { Secret } from 'otpauth'
import { expect, it } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** The secret of RFC 6238, appendix B. */
const secret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32
const at = (seconds: number) => new Date(seconds * 1000)

// RFC 6238 lists codes of eight digits for SHA-1; these are their last six digits.
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code of RFC 6238 at %i s is accepted, and another code is refused', (seconds, code) => {
  expect(stepOfCode(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
  expect(
    stepOfCode(
      secret,
      code.replace(/.$/, last => String((Number(last) + 1) % 10)),
      at(seconds),
    ),
  ).toBeNull()
})

it('the codes of the previous, the current and the next time step are accepted with their step; others are refused', () => {
  const [step, code] = [1111111109 / 30, '081804'] as const
  const found = [-60, -30, 0, 30, 60].map(off => stepOfCode(secret, code, at(1111111109 + off)))
  expect(found).toEqual([null, Math.floor(step), Math.floor(step), Math.floor(step), null])
})

it.each(['٠٨١٨٠٤', 'ABCDEÉ', '08180', '0818041', '', '08180 ', '𝟘𝟠𝟙', '-81804', '8.1804'])(
  '%s is refused as a code, without an exception',
  code => {
    expect(stepOfCode(secret, code, at(1111111109))).toBeNull()
  },
)

it('a new secret differs each time, and authenticator apps can read its URI', () => {
  const mine = newTotpSecret()
  expect(mine).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(mine)
  const uri = new URL(totpUri(mine, { issuer: 'Parvis tilleuls.example', label: 'anne+desk@mairie.example' }))
  expect([uri.protocol, uri.host, Object.fromEntries(uri.searchParams)]).toEqual([
    'otpauth:',
    'totp',
    { issuer: 'Parvis tilleuls.example', secret: mine, algorithm: 'SHA1', digits: '6', period: '30' },
  ])
  expect(decodeURIComponent(uri.pathname)).toBe('/Parvis tilleuls.example:anne+desk@mairie.example')
})
