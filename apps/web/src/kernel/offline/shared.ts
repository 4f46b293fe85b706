import { SHARED_CACHE, SHARED_NOTE, SHARED_PICTURE, type SharedNote } from './worker-messages.ts'

/** How long what nobody was signed in for waits for somebody to log in, in milliseconds. */
export const UNOWNED_MS = 30 * 60_000

export interface Shared extends SharedNote {
  /** The pictures that the device had room for, in their order. */
  files: File[]
}

const isNote = (value: unknown): value is SharedNote =>
  typeof value === 'object' && value !== null && 'owner' in value && 'words' in value && Array.isArray(value.words)

const readNote = async (): Promise<SharedNote | null> => {
  if (!('caches' in globalThis)) return null
  const note: unknown = await caches
    .match(SHARED_NOTE, { cacheName: SHARED_CACHE })
    .then(answer => answer?.json())
    .catch(() => null)
  return isNote(note) ? note : null
}

const isFor = ({ owner, at }: SharedNote, userId: string) =>
  owner === null ? Math.abs(Date.now() - at) < UNOWNED_MS : owner === userId

/**
 * Nothing stays of what was shared and not taken; `but` keeps what is theirs, and what was shared just before they
 * logged in.
 */
export const forgetShared = async (but?: string): Promise<void> => {
  if (!('caches' in globalThis)) return
  const note = but === undefined ? null : await readNote()
  if (!note || !isFor(note, but!)) await caches.delete(SHARED_CACHE).catch(() => {})
}

/** What was shared for this member; null where there is nothing. It stays until it is forgotten. */
export const readShared = async (userId: string): Promise<Shared | null> => {
  const note = await readNote()
  if (!note || !isFor(note, userId)) return null
  const shared = await caches.open(SHARED_CACHE)
  const readFile = async (at: number) => {
    const file = await (await shared.match(SHARED_PICTURE + at))?.blob()
    return file && new File([file], 'photo', { type: file.type })
  }
  const files = await Promise.all(Array.from({ length: note.kept }, (_, at) => readFile(at).catch(() => undefined)))
  return { ...note, files: files.filter(file => file !== undefined) }
}

/** Its member has said that it is theirs. */
export const vouchForShared = async (): Promise<void> => {
  const note = await readNote()
  if (!note) return
  const shared = await caches.open(SHARED_CACHE)
  await shared.put(SHARED_NOTE, Response.json({ ...note, isVouched: true } satisfies SharedNote))
}
