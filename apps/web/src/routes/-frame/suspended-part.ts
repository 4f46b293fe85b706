import type * as Part from './SuspendedPart.ts'

let part: typeof Part | null = null

export const suspendedPart = (): typeof Part | null => part

/** The bar of suspended members with its texts; other members never download it. */
export const loadSuspendedPart = async (): Promise<typeof Part> => {
  const loaded = await import('./SuspendedPart.ts')
  await loaded.loadWords()
  return (part = loaded)
}
