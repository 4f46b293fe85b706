/** Where what was shared waits until the form of a post has taken it; also the name of the turn at it. */
const SHARED = 'parvis-shared'

/** How long what nobody was signed in for waits for somebody to log in, in milliseconds. */
export const UNOWNED_MS = 30 * 60_000

/** How many shares wait at most: the oldest makes room. */
export const MOST_SHARES = 10

/** How long a turn is waited for, in milliseconds: whoever has it may hang. */
const TURN_MS = 20_000

/** What the worker notes of what was shared; the pictures stand beside it. */
export interface SharedNote {
  /** Who was signed in on the device at that moment: nobody else is given it. Null is whoever logs in next. */
  owner: string | null
  /** Milliseconds since 1970. */
  at: number
  /**
   * It came from a page of ours, or its member has said that they shared it. What comes from the system cannot be told
   * from every form of another site.
   */
  isVouched: boolean
  words: string[]
  /** How many pictures were shared, and how many of them were kept at most. */
  pictures: number
  kept: number
  /** How many files were shared that are no pictures. */
  otherFiles: number
}

export interface Shared extends SharedNote {
  /** Later shares have later ones; empty for the only one that the version before knew. */
  id: string
  /** The pictures that the device had room for, in their order. */
  files: File[]
}

/** A name for what is shared now, that no other share has. */
export const newShareId = (): string => `${Date.now()}-${crypto.randomUUID()}`

const addressOf = (id: string, part: string) => ['/partage', id, part].filter(Boolean).join('/')
const noteOf = (id: string) => addressOf(id, 'note')
/** The pictures stand beside the note by their number, from 0. */
const pictureOf = (id: string, at: number) => addressOf(id, `photo/${at}`)

/** Which share an address is of, and whether it is its note. */
const readAddress = ({ url }: Request) => {
  const [, id = '', part] = /^\/partage\/(?:([^/]+)\/)?(note|photo\/\d+)$/.exec(new URL(url).pathname) ?? []
  return { id, isNote: part === 'note' }
}

/**
 * One at a time stores, takes and forgets, of all pages and the worker: what is half stored is not taken, and what one
 * page takes, no other does. Not to be asked for by who has the turn.
 */
export const inTurn = async <T>(act: () => Promise<T>): Promise<T> => {
  if (!navigator.locks) return act()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return act()
  }
  try {
    return await navigator.locks.request(SHARED, { signal: AbortSignal.timeout(TURN_MS) }, begin)
  } catch (error) {
    if (hasBegun) throw error
    return act()
  }
}

const isNote = (value: unknown): value is SharedNote =>
  typeof value === 'object' && value !== null && 'owner' in value && 'words' in value && Array.isArray(value.words)

/** Null where nothing was shared, or the browser has no such store. */
const openShared = async (): Promise<Cache | null> =>
  'caches' in globalThis && (await caches.has(SHARED)) ? caches.open(SHARED) : null

/** The oldest first; what cannot be read is missing. */
const readNotes = async (shared: Cache): Promise<{ id: string; note: SharedNote }[]> => {
  const ids = (await shared.keys()).map(readAddress).flatMap(({ id, isNote }) => (isNote ? [id] : []))
  const notes = await Promise.all(
    ids.toSorted().map(async id => {
      const note: unknown = await shared
        .match(noteOf(id))
        .then(answer => answer?.json())
        .catch(() => null)
      return { id, note }
    }),
  )
  return notes.filter((one): one is { id: string; note: SharedNote } => isNote(one.note))
}

const drop = async (shared: Cache, isDropped: (id: string) => boolean) => {
  const doomed = (await shared.keys()).filter(key => isDropped(readAddress(key).id))
  await Promise.all(doomed.map(key => shared.delete(key)))
}

/** Nobody may be given it any more. */
const isOver = ({ owner, at }: SharedNote) => owner === null && Math.abs(Date.now() - at) >= UNOWNED_MS

const isFor = (note: SharedNote, userId: string) => !isOver(note) && (note.owner ?? userId) === userId

/** Keeps what is shared beside what was shared before it. Throws where the device has no room for its words. */
export const keepShared = (id: string, note: SharedNote, pictures: readonly File[]): Promise<void> =>
  inTurn(async () => {
    const shared = await caches.open(SHARED)
    const before = (await readNotes(shared)).filter(one => !isOver(one.note)).slice(1 - MOST_SHARES)
    await drop(shared, other => before.every(one => one.id !== other))
    // first what is small: a device without room for the pictures keeps the words
    await shared.put(noteOf(id), Response.json(note))
    for (const [at, picture] of pictures.entries()) {
      // the form reads what it is from its bytes
      const headers = { 'content-type': picture.type || 'image/unknown', 'content-length': String(picture.size) }
      await shared.put(pictureOf(id, at), new Response(picture, { headers })).catch(() => {})
    }
  })

/**
 * Nothing stays of what was shared and not taken; `but` keeps what is theirs, and what was shared just before they
 * logged in.
 */
export const forgetShared = (but?: string): Promise<void> =>
  inTurn(async () => {
    const shared = await openShared()
    if (!shared) return
    if (but === undefined) return void (await caches.delete(SHARED))
    const theirs = (await readNotes(shared)).filter(({ note }) => isFor(note, but))
    await drop(shared, id => theirs.every(one => one.id !== id))
  }).catch(() => {})

/** All that was shared for this member, the oldest first. It stays until it is forgotten. For who has the turn. */
export const readShared = async (userId: string): Promise<Shared[]> => {
  const shared = await openShared().catch(() => null)
  if (!shared) return []
  const readFile = async (id: string, at: number) => {
    const file = await (await shared.match(pictureOf(id, at)))?.blob()
    return file && new File([file], 'photo', { type: file.type })
  }
  const readFiles = async (id: string, { kept }: SharedNote) => {
    const files = await Promise.all(Array.from({ length: kept }, (_, at) => readFile(id, at).catch(() => undefined)))
    return files.filter(file => file !== undefined)
  }
  const theirs = (await readNotes(shared)).filter(({ note }) => isFor(note, userId))
  return Promise.all(theirs.map(async ({ id, note }) => ({ ...note, id, files: await readFiles(id, note) })))
}

/** These were taken, and no others. For who has the turn. */
export const forgetTaken = async (ids: readonly string[]): Promise<void> => {
  const shared = await openShared().catch(() => null)
  if (shared) await drop(shared, id => ids.includes(id)).catch(() => {})
}

/** Its member has said that these are theirs. */
export const vouchForShared = (ids: readonly string[]): Promise<void> =>
  inTurn(async () => {
    const shared = await openShared()
    for (const { id, note } of shared ? await readNotes(shared) : [])
      if (ids.includes(id))
        await shared!.put(noteOf(id), Response.json({ ...note, isVouched: true } satisfies SharedNote))
  })
