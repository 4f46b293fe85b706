import type * as Part from './SuspendedPart.ts'

let part: typeof Part | null = null

export const suspendedPart = (): typeof Part | null => part

/** What is told over every screen of who is suspended, with its words; nobody else fetches it. */
export const loadSuspendedPart = async (): Promise<typeof Part> => {
  const loaded = await import('./SuspendedPart.ts')
  await loaded.loadWords()
  return (part = loaded)
}
