import type { Readable } from 'node:stream'
import type { CurrentAgeRule } from './minors.ts'

export interface ExportFile {
  name: string
  count(): Promise<number>
  /** Reads the items in a readable form, without ids of other users and without secrets. */
  read(): AsyncIterable<unknown>
  /** The pictures that this file lists: they are added to the archive, and counted instead of the items. */
  pictures?: readonly ExportPicture[]
}

export interface ExportPicture {
  /** The path of the picture in the archive, relative to the folder of the file that lists it. */
  path: string
  /** Returns null if the stored file is missing. */
  open(): Promise<Readable | null>
}

export interface ExportSubject {
  communityId: string
  userId: string
  accountId: string
}

/** The user who receives the export. Hidden and departed users appear in the export without name and content. */
export interface ExportRecipient extends ExportSubject {
  hiddenUserIds: readonly string[]
  ageRule: CurrentAgeRule
}

const PAGE = 200

/** Iterates over all rows of a paged query. `after` is the id of the last row of the previous page; null at first. */
export async function* iteratePages<Row>(
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

export const createExportFile = (name: string, find: () => Promise<readonly unknown[]>): ExportFile => ({
  name,
  count: async () => (await find()).length,
  async *read() {
    yield* await find()
  },
})

export const createPagedExportFile = <Row extends { id: string }>(
  name: string,
  file: {
    count: () => Promise<{ count: string | number | bigint }>
    readPage: (after: string | null, limit: number) => Promise<readonly Row[]>
    present: (row: Row) => unknown
  },
): ExportFile => ({
  name,
  count: async () => Number((await file.count()).count),
  async *read() {
    for await (const row of iteratePages(file.readPage, ({ id }) => id)) yield file.present(row)
  },
})

/** Both languages of a text; undefined when neither exists, so that the export omits the field. */
export const bothLanguages = (
  french: string | null,
  english: string | null,
): { fr: string | null; en: string | null } | undefined =>
  french === null && english === null ? undefined : { fr: french, en: english }
