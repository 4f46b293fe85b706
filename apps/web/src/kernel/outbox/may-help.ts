import type { Refusal } from './waiting.ts'

/** What ends by itself, or by somebody's hand. What is gone stays gone, and what was wrong stays wrong. */
const ending: ReadonlySet<Refusal['key']> = new Set([
  'toomanyrequests',
  'suspended',
  'forbidden',
  'minorfirstcontact',
  'unexpectederror',
  'storagefull',
])

/** Whether the same may be taken another time. */
export const mayHelpToTryAgain = ({ key }: Refusal): boolean => ending.has(key)
