import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './entity.ts'
import type { ValidationError } from './errors.ts'

/** Time-based codes (RFC 6238), as every authenticator app shows them. */
export const TOTP_DIGITS = 6
export const TOTP_SECONDS = 30
/** Number of recovery codes in a set, each valid for one log-in. */
export const RECOVERY_CODES = 10
/** Length of a recovery code, in letters. */
export const RECOVERY_CODE_LENGTH = 12
/** Maximum length of a code as typed or pasted, with separators. */
const MAX_TYPED_CODE_LENGTH = 64

export const FactorCode = Type.Optional(
  Type.String({ maxLength: MAX_TYPED_CODE_LENGTH, description: 'A code of the second factor, or a recovery code.' }),
)

const SecondFactor = Type.Object({
  since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'Null while it is off.' }),
  recoveryCodesLeft: Type.Integer(),
  asked: Type.Boolean({
    description: 'True when the installation requires it of this role: no other call is allowed without it.',
  }),
})
export type SecondFactor = Static<typeof SecondFactor>

const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String({ description: '12 letters in groups of four.' }), {
    description: 'Returned only once.',
  }),
})

const setupAccess = { access: 'member', allowWithoutProfile: true, allowWithoutSecondFactor: true } as const

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/user/second-factor',
  summary: 'Get whether the account has a second factor, and how many recovery codes are left',
  ...setupAccess,
  answer: SecondFactor,
  errors: ['forbidden'],
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/second-factor',
  summary:
    'Create a secret for an authenticator app; it takes effect once a code of it has been sent. Requires `proveOwner`, except for ten minutes after a log-in',
  ...setupAccess,
  allowSuspended: true,
  answer: Type.Object({
    secret: Type.String({ description: 'Base32, in groups of four.' }),
    uri: Type.String({ description: 'An otpauth:// uri for a QR code.' }),
  }),
  errors: ['proofneeded', 'toomanyrequests'],
})

export const turnOnSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/user/second-factor',
  summary: 'Turn the second factor on with a code of the new secret: other devices are signed out',
  ...setupAccess,
  allowSuspended: true,
  body: Type.Object({ code: FactorCode }),
  answer: RecoveryCodes,
  errors: ['codemissing', 'badcode', 'error404', 'toomanyrequests'],
})

export const turnOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/user/second-factor',
  summary: 'Turn the second factor off. Requires `proveOwner`',
  access: 'member',
  allowSuspended: true,
  allowWithoutProfile: true,
  answer: Type.Object({ _id: Id }),
  errors: ['proofneeded', 'error404'],
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/codes',
  summary: 'Create new recovery codes, which replace the previous ones. Requires `proveOwner`',
  access: 'member',
  allowSuspended: true,
  allowWithoutProfile: true,
  answer: RecoveryCodes,
  errors: ['proofneeded', 'error404', 'toomanyrequests'],
})

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/admin/members/:id/second-factor',
  summary:
    'Remove the second factor of a member who has lost it: their devices are signed out, and they are notified by mail',
  access: 'member',
  allowSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

/** Returns the code in capitals, without spaces and separators. */
export const normalizeFactorCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** Checks the form of a code before the code is verified. Errors: `codemissing`, `badcode`. */
export const validateFactorCode = (typed: string | undefined): ValidationError | null => {
  const normalized = normalizeFactorCode(typed ?? '')
  if (!normalized) return { key: 'codemissing', field: 'code' }
  const hasValidLength = /^\d+$/.test(normalized)
    ? normalized.length === TOTP_DIGITS
    : normalized.length === RECOVERY_CODE_LENGTH
  return hasValidLength ? null : { key: 'badcode', field: 'code' }
}
