// Codes by RFC 6238, as every authenticator app makes them: SHA-1, six figures, thirty seconds.
import { TOTP_DIGITS, TOTP_SECONDS } from '@parvis/contract/second-factor.ts'
import { Secret, TOTP } from 'otpauth'

/** As RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20
/** Steps before and after now whose codes are taken: clocks differ, and typing takes its time. */
const WINDOW = 1

const algorithm = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: TOTP_SECONDS } as const

/** A new secret, base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What the QR code for an app says; `issuer` and `label` are shown there over the code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...algorithm, secret: Secret.fromBase32(secret), issuer, label }).toString()

/** Six figures of ours: what compares codes throws where others take more bytes. */
const written = new RegExp(`^[0-9]{${TOTP_DIGITS}}$`)

/** The step whose code this is; null for a wrong one, whatever it is written in. */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  if (!written.test(code)) return null
  const totp = new TOTP({ ...algorithm, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}
