import { errorStatus, type ErrorAnswer, type ErrorKey, type ValidationError } from '@parvis/contract/errors.ts'

interface ErrorDetail {
  params?: Record<string, string | number>
  field?: string
  /** Overrides the status of the error key: within a session a 401 would tell the client that it is signed out. */
  status?: 400
}

export class KeyedError extends Error {
  key: ErrorKey
  params: Record<string, string | number> | undefined
  field: string | undefined
  status: number

  constructor(key: ErrorKey, { params, field, status }: ErrorDetail = {}) {
    super(key)
    this.key = key
    this.params = params
    this.field = field
    this.status = status ?? errorStatus[key]
  }

  answer(): ErrorAnswer {
    return {
      error: { key: this.key, ...(this.params && { params: this.params }), ...(this.field && { field: this.field }) },
    }
  }
}

/** Rolls back a transaction: what it stores was stored before with the same idempotency key. */
export class AlreadyStored extends Error {}

export const fail = (key: ErrorKey, detail?: ErrorDetail): never => {
  throw new KeyedError(key, detail)
}

/** Throws what a validation of the contract has found. */
export const assertValid = (error: ValidationError | null | undefined): void => {
  if (error) fail(error.key, error)
}

/** SQLSTATEs of a database that is unreachable, shutting down, too slow or a standby: the client may retry. */
const unavailableStates = /^(08|57P|57014|53300|55P03|25P03|40P01|58|25006)/
const diskFullStates = new Set(['53100', '53200'])
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const unavailableMessages = new RegExp(
  [
    'Connection terminated',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error',
    'Client was closed',
    'connection has been discarded',
    'after calling end on the pool',
    'driver has already been destroyed',
    'server closed the connection',
    'the database system is',
  ].join('|'),
)

/** Maps any thrown value to an error key: a lost database is `maintenance`, a full disk `storagefull`. */
export const keyedErrorOf = (thrown: unknown): KeyedError => {
  if (thrown instanceof KeyedError) return thrown
  const { code, message } = (thrown ?? {}) as { code?: string; message?: string }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new KeyedError('toolarge')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new KeyedError('unsupportedmedia')
    case 'FST_ERR_VALIDATION':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
    // The text contains a NUL character, which PostgreSQL cannot store.
    case '22021':
      return new KeyedError('badrequest')
    case 'ENOSPC':
      return new KeyedError('storagefull')
  }
  if (code && diskFullStates.has(code)) return new KeyedError('storagefull')
  if (code && (unavailableStates.test(code) || unavailableCodes.has(code))) return new KeyedError('maintenance')
  if (message && unavailableMessages.test(message)) return new KeyedError('maintenance')
  return new KeyedError('unexpectederror')
}
