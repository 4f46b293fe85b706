// Codes by RFC 6238, as all authenticator apps generate them: SHA-1, six digits, thirty seconds.
import { TOTP_DIGITS, TOTP_SECONDS } from '@parvis/contract/second-factor.ts'
import { Secret, TOTP } from 'otpauth'

const SECRET_BYTES = 20
/** Number of accepted time steps before and after now, for clock skew and the time that typing takes. */
const WINDOW_STEPS = 1

const algorithm = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: TOTP_SECONDS } as const

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The content of the QR code; apps show `issuer` and `label` above the code. */
export const totpUri = (secret: string, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...algorithm, secret: Secret.fromBase32(secret), issuer, label }).toString()

/** Only ASCII digits, because the constant-time comparison throws on strings of different byte length. */
const codePattern = new RegExp(`^[0-9]{${TOTP_DIGITS}}$`)

/** The time step of a code; null for a wrong code. */
export const stepOfCode = (secret: string, code: string, now: Date): number | null => {
  if (!codePattern.test(code)) return null
  const totp = new TOTP({ ...algorithm, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}
