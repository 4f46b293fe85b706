import type { Refusal } from './pending.ts'

/** Errors that end after some time or by somebody's action. All others are final. */
const retryableKeys: ReadonlySet<Refusal['key']> = new Set([
  'toomanyrequests',
  'suspended',
  'forbidden',
  'minorfirstcontact',
  'unexpectederror',
  'storagefull',
])

export const canRetry = ({ key }: Refusal): boolean => retryableKeys.has(key)
