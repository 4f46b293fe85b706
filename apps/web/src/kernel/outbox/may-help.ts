import type { Refusal } from './waiting.ts'

/** Errors that pass by themselves or by somebody's action. All others are final. */
const ending: ReadonlySet<Refusal['key']> = new Set([
  'toomanyrequests',
  'suspended',
  'forbidden',
  'minorfirstcontact',
  'unexpectederror',
  'storagefull',
])

export const mayHelpToTryAgain = ({ key }: Refusal): boolean => ending.has(key)
