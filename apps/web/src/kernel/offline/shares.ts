const SHARED = 'parvis-shared'

export const UNOWNED_TTL_MS = 30 * 60_000

export const MAX_SHARES = 10

/** How long to wait for the lock before running without it, in milliseconds: the page that holds the lock may hang. */
const LOCK_TIMEOUT_MS = 20_000

export interface SharedNote {
  /** Id of the only recipient; null if nobody was signed in: then the next member who logs in is the recipient. */
  owner: string | null
  at: number
  /** True if the member confirmed the share or our own page sent it. Any other share may come from another site. */
  isVouched: boolean
  words: string[]
  /** The number of pictures in the share; `kept` is the number that the worker tried to store. */
  pictures: number
  kept: number
  otherFiles: number
}

export interface Share extends SharedNote {
  id: string
  files: File[]
}

export const newShareId = (): string => `${Date.now()}-${crypto.randomUUID()}`

const addressOf = (id: string, part: string) => ['/partage', id, part].filter(Boolean).join('/')
const noteAddress = (id: string) => addressOf(id, 'note')
const pictureAddress = (id: string, at: number) => addressOf(id, `photo/${at}`)

const readAddress = ({ url }: Request) => {
  const [, id = '', part] = /^\/partage\/(?:([^/]+)\/)?(note|photo\/\d+)$/.exec(new URL(url).pathname) ?? []
  return { id, isNote: part === 'note' }
}

/** Locks out other pages and the worker while a share is stored or consumed. Not reentrant. */
export const withShareLock = async <T>(action: () => Promise<T>): Promise<T> => {
  if (!navigator.locks) return action()
  let hasBegun = false
  const run = () => {
    hasBegun = true
    return action()
  }
  try {
    return await navigator.locks.request(SHARED, { signal: AbortSignal.timeout(LOCK_TIMEOUT_MS) }, run)
  } catch (error) {
    if (hasBegun) throw error
    return action()
  }
}

const isNote = (value: unknown): value is SharedNote =>
  typeof value === 'object' && value !== null && 'owner' in value && 'words' in value && Array.isArray(value.words)

const openShareCache = async (): Promise<Cache | null> =>
  'caches' in globalThis && (await caches.has(SHARED)) ? caches.open(SHARED) : null

const readNotes = async (shared: Cache): Promise<{ id: string; note: SharedNote }[]> => {
  const ids = (await shared.keys()).map(readAddress).flatMap(({ id, isNote }) => (isNote ? [id] : []))
  const notes = await Promise.all(
    ids.toSorted().map(async id => {
      const note: unknown = await shared
        .match(noteAddress(id))
        .then(answer => answer?.json())
        .catch(() => null)
      return { id, note }
    }),
  )
  return notes.filter((one): one is { id: string; note: SharedNote } => isNote(one.note))
}

const deleteWhere = async (shared: Cache, isDeleted: (id: string) => boolean) => {
  const deletedKeys = (await shared.keys()).filter(key => isDeleted(readAddress(key).id))
  await Promise.all(deletedKeys.map(key => shared.delete(key)))
}

const isExpired = ({ owner, at }: SharedNote) => owner === null && Math.abs(Date.now() - at) >= UNOWNED_TTL_MS

const isForUser = (note: SharedNote, userId: string) => !isExpired(note) && (note.owner ?? userId) === userId

/** Stores a share; deletes expired and surplus ones. Throws if its texts do not fit; pictures may be left out. */
export const storeShare = (id: string, note: SharedNote, pictures: readonly File[]): Promise<void> =>
  withShareLock(async () => {
    const shared = await caches.open(SHARED)
    const before = (await readNotes(shared)).filter(one => !isExpired(one.note)).slice(1 - MAX_SHARES)
    await deleteWhere(shared, other => before.every(one => one.id !== other))
    // The note with the texts is stored first, because the pictures may not fit.
    await shared.put(noteAddress(id), Response.json(note))
    for (const [at, picture] of pictures.entries()) {
      // The type may be unknown here: the form detects it later from the bytes.
      const headers = { 'content-type': picture.type || 'image/unknown', 'content-length': String(picture.size) }
      await shared.put(pictureAddress(id, at), new Response(picture, { headers })).catch(() => {})
    }
  })

export const clearShares = (exceptUserId?: string): Promise<void> =>
  withShareLock(async () => {
    const shared = await openShareCache()
    if (!shared) return
    if (exceptUserId === undefined) return void (await caches.delete(SHARED))
    const theirs = (await readNotes(shared)).filter(({ note }) => isForUser(note, exceptUserId))
    await deleteWhere(shared, id => theirs.every(one => one.id !== id))
  }).catch(() => {})

/** The shares for this member, the oldest first. Call it inside `withShareLock`. */
export const readShares = async (userId: string): Promise<Share[]> => {
  const shared = await openShareCache().catch(() => null)
  if (!shared) return []
  const readFile = async (id: string, at: number) => {
    const file = await (await shared.match(pictureAddress(id, at)))?.blob()
    return file && new File([file], 'photo', { type: file.type })
  }
  const readFiles = async (id: string, { kept }: SharedNote) => {
    const files = await Promise.all(Array.from({ length: kept }, (_, at) => readFile(id, at).catch(() => undefined)))
    return files.filter(file => file !== undefined)
  }
  const theirs = (await readNotes(shared)).filter(({ note }) => isForUser(note, userId))
  return Promise.all(theirs.map(async ({ id, note }) => ({ ...note, id, files: await readFiles(id, note) })))
}

/** Deletes the shares with these ids. Call it inside `withShareLock`. */
export const deleteShares = async (ids: readonly string[]): Promise<void> => {
  const shared = await openShareCache().catch(() => null)
  if (shared) await deleteWhere(shared, id => ids.includes(id)).catch(() => {})
}

export const confirmShares = (ids: readonly string[]): Promise<void> =>
  withShareLock(async () => {
    const shared = await openShareCache()
    for (const { id, note } of shared ? await readNotes(shared) : [])
      if (ids.includes(id))
        await shared!.put(noteAddress(id), Response.json({ ...note, isVouched: true } satisfies SharedNote))
  })
