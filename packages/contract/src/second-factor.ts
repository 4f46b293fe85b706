import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id } from './entity.ts'
import type { RuleBreak } from './errors.ts'

/** Of a time-based code, by RFC 6238: what every authenticator app shows. */
export const TOTP_DIGITS = 6
export const TOTP_SECONDS = 30
/** Recovery codes that are given at once, each good for one log-in. */
export const RECOVERY_CODES = 10
/** Letters of one. */
export const RECOVERY_CODE_LENGTH = 12
/** As it is typed or pasted, with what stands between its parts. */
const MAX_TYPED_CODE_LENGTH = 64

/** What a log-in is asked for beside the password. */
export const FactorCode = Type.Optional(
  Type.String({ maxLength: MAX_TYPED_CODE_LENGTH, description: 'of the second factor, or a recovery code' }),
)

const SecondFactor = Type.Object({
  since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'null while it is off' }),
  recoveryCodesLeft: Type.Integer(),
  asked: Type.Boolean({ description: 'the installation asks it of this role: without it nothing else can be reached' }),
})
export type SecondFactor = Static<typeof SecondFactor>

const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String({ description: '12 letters in groups of four' }), {
    description: 'told this once',
  }),
})

const whoever = { access: 'member', beforeProfile: true, beforeFactor: true } as const

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/api/user/second-factor',
  summary: 'Whether the account has a second factor, and what is left of its recovery codes',
  ...whoever,
  answer: SecondFactor,
  errors: ['forbidden'],
})

export const beginSecondFactor = endpoint({
  method: 'POST',
  path: '/api/user/second-factor',
  summary:
    'A new secret for an authenticator app. It is asked for by nobody until a code of it has come. Asks for `proveOwner`, but for ten minutes after a log-in',
  ...whoever,
  whenSuspended: true,
  answer: Type.Object({
    secret: Type.String({ description: 'base32, in groups of four' }),
    uri: Type.String({ description: 'otpauth://, for a QR code' }),
  }),
  errors: ['proofneeded', 'toomanyrequests'],
})

export const turnOnSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/user/second-factor',
  summary: 'Turn the second factor on, by a code of the new secret: other devices are signed out',
  ...whoever,
  whenSuspended: true,
  body: Type.Object({ code: FactorCode }),
  answer: RecoveryCodes,
  errors: ['codemissing', 'badcode', 'error404', 'toomanyrequests'],
})

export const turnOffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/user/second-factor',
  summary: 'Turn the second factor off. Asks for `proveOwner`',
  access: 'member',
  whenSuspended: true,
  beforeProfile: true,
  answer: Type.Object({ _id: Id }),
  errors: ['proofneeded', 'error404'],
})

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/second-factor/codes',
  summary: 'New recovery codes: those before open nothing any more. Asks for `proveOwner`',
  access: 'member',
  whenSuspended: true,
  beforeProfile: true,
  answer: RecoveryCodes,
  errors: ['proofneeded', 'error404', 'toomanyrequests'],
})

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/admin/members/:id/second-factor',
  summary: 'Take the second factor off the account of who has lost it: their devices are signed out, a mail tells them',
  access: 'member',
  whenSuspended: false,
  params: Type.Object({ id: Id }),
  answer: Type.Object({ _id: Id }),
  errors: ['error404'],
})

/** A code without what people and clipboards put around and between its figures or letters. */
export const plainFactorCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()

/** What is asked of a code before it is looked at: `codemissing`, `badcode`. */
export const checkFactorCode = (typed: string | undefined): RuleBreak | null => {
  const plain = plainFactorCode(typed ?? '')
  if (!plain) return { key: 'codemissing', field: 'code' }
  const isOne = /^\d+$/.test(plain) ? plain.length === TOTP_DIGITS : plain.length === RECOVERY_CODE_LENGTH
  return isOne ? null : { key: 'badcode', field: 'code' }
}
