import type { Media } from '@parvis/contract/entity.ts'
import { multipartOf } from './multipart.ts'
import type { TestServer, Visitor } from './test-server.ts'

/** Counts the rows of each table to which publishing a post adds rows. */
export const countPostRows = async ({ db }: TestServer) => {
  const {
    rows: [row],
  } = await db.executeQuery<{ events: number; channels: number; media: number; idempotency_keys: number }>(
    db
      .selectNoFrom(eb =>
        (['events', 'event_channels', 'media', 'idempotency_keys'] as const).map(table =>
          eb.selectFrom(table).select(eb.fn.countAll<number>().as('n')).as(table),
        ),
      )
      .compile(),
  )
  return row
}

/** Calls with a photo. `getPhoto` is called at each use, as the photo is made later. */
export const photoCalls = (getPhoto: () => { neighbor: Visitor; photo: Buffer }) => ({
  withPhoto: (fields: [string, string | object][] = [], visitor = getPhoto().neighbor) =>
    visitor.send({ method: 'POST', url: '/events/publish', ...multipartOf([...fields, ['files', getPhoto().photo]]) }),
  upload: async (visitor = getPhoto().neighbor) =>
    (await visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', getPhoto().photo]]) }))
      .answer as Media,
  fetches: async (visitor: Visitor, uri: string) => (await visitor.send({ method: 'GET', url: `${uri}/thumb` })).status,
})
