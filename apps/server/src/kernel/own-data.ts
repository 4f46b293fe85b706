import type { AgesNow } from './minors.ts'

/** What a feature keeps of one person and hands out to them: a file of the archive of their data. */
export interface OwnFile {
  /** Without an ending: it is JSON. */
  name: string
  /** How many things it holds: what the progress is counted in. */
  count(): Promise<number>
  /** The things, as they are read by a person: no ids of others, no secrets. */
  read(): AsyncIterable<unknown>
  /** It names what is counted elsewhere. */
  isIndex?: true
}

/** Whose data: a user in one community, and the account behind. */
export interface OwnKey {
  communityId: string
  userId: string
  accountId: string
}

/** Who reads it: of people whom they do not hear, or who have left, no more is told than that they were there. */
export interface OwnReader extends OwnKey {
  silencedIds: readonly string[]
  /** By what it is known who is a minor: of them adults are told less. */
  ages: AgesNow
}

const PAGE = 200

/** Everything of a list that is read page by page, each from the key that ended the one before; null begins. */
export async function* eachOf<Row>(
  readPage: (after: string | null, limit: number) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row> {
  let after: string | null = null
  for (;;) {
    const rows: readonly Row[] = await readPage(after, PAGE)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = keyOf(last)
  }
}

/** A file of few things, which are read at once. */
export const shortFile = (name: string, find: () => Promise<readonly unknown[]>): OwnFile => ({
  name,
  count: async () => (await find()).length,
  async *read() {
    yield* await find()
  },
})

/** A file of as many things as there may be, each with an id, which are read page by page. */
export const longFile = <Row extends { id: string }>(
  name: string,
  file: {
    count: () => Promise<{ count: string | number | bigint }>
    /** Those after this id, in the order of their ids. */
    readPage: (after: string | null, limit: number) => Promise<readonly Row[]>
    present: (row: Row) => unknown
  },
): OwnFile => ({
  name,
  count: async () => Number((await file.count()).count),
  async *read() {
    for await (const row of eachOf(file.readPage, ({ id }) => id)) yield file.present(row)
  },
})

/** French and English of one text; undefined where neither is there, so that the archive does not name it. */
export const bothOf = (
  french: string | null,
  english: string | null,
): { fr: string | null; en: string | null } | undefined =>
  french === null && english === null ? undefined : { fr: french, en: english }
