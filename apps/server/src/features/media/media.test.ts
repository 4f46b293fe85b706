import type { ChannelType } from '@parvis/contract/community.ts'
import { type Media, mediaSizes } from '@parvis/contract/entity.ts'
import { removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { addPerson, asPerson } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { isReferencedColumn } from './media.queries.ts'
import { purgeUnusedPictures, markUnreferencedPictures } from './remove-pictures.service.ts'

let server: TestServer
let neighbor: Visitor
const photos = { public: '', community: '', sister: '', conversation: newId() }

/** Returns a picture of a post or person. The plan and the map of a community are visible to others too. */
const photoOf = async (uri: string) => {
  const community = await server.communityId(uri)
  const { plan_id, map_photo_id } = await server.db
    .selectFrom('communities')
    .select(['plan_id', 'map_photo_id'])
    .where('id', '=', community)
    .executeTakeFirstOrThrow()
  const { id } = await server.db
    .selectFrom('media')
    .select('id')
    .where('class', '=', 'community')
    .where('community_id', '=', community)
    .where('id', 'not in', [plan_id!, map_photo_id!])
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
  photos.public = (
    await server.db.selectFrom('media').select('id').where('class', '=', 'public').limit(1).executeTakeFirstOrThrow()
  ).id
  photos.community = await photoOf('les-tilleuls')
  photos.sister = await photoOf('residence-du-lac')
  await server.db
    .insertInto('media')
    .values({
      id: photos.conversation,
      class: 'conversation',
      community_id: await server.communityId('les-tilleuls'),
      width: 1,
      height: 1,
      thumbhash: '',
      alt: null,
      alt_en: null,
    })
    .execute()
})
afterAll(() => server.close())

const status = async (visitor: Visitor, id: string, size = 'thumb') =>
  (await visitor.send({ method: 'GET', url: `/media/${id}/${size}` })).status

describe('a picture', () => {
  it('is served as WebP in three sizes with a sandboxing policy', async () => {
    for (const size of ['thumb', 'card', 'full']) {
      const { headers } = await server.visitor().send({ method: 'GET', url: `/media/${photos.public}/${size}` })
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(Number(headers['content-length'])).toBeGreaterThan(20)
    }
  })

  it('of a community is visible to its members, guests included', async () => {
    expect([await status(neighbor, photos.community), await status(await server.asGuest(), photos.community)]).toEqual([
      200, 200,
    ])
    expect(await status(server.visitor(), photos.community)).toBe(404)
    await addPerson(server, { email: 'gare@test.example', password: 'parvis-demo', community: 'quartier-de-la-gare' })
    expect(await status(await server.as('gare@test.example', 'quartier-de-la-gare'), photos.community)).toBe(404)
    expect(await status(neighbor, photos.sister)).toBe(404)
  })

  it('is visible in other communities of an organisation only with a post on a shared channel', async () => {
    const addMember = async (name: string, community: string, role: Role = 'neighbor') =>
      (await asPerson(server, { email: `${name}@test.example`, community, role })).visitor
    const author = await addMember('author', 'residence-du-lac', 'employee')
    const [neighborThere, camper] = [
      await addMember('lake', 'residence-du-lac'),
      await addMember('camper', 'camping-des-pins'),
    ]
    const lake = await server.communityId('residence-du-lac')
    const publishPictureOn = async (channelType: ChannelType) => {
      const { channel_id } = await server.db
        .selectFrom('community_channels as cc')
        .innerJoin('channels as c', 'c.id', 'cc.channel_id')
        .select('cc.channel_id')
        .where('cc.community_id', '=', lake)
        .where('c.channel_type', '=', channelType)
        .executeTakeFirstOrThrow()
      const file = multipartOf([['files', await plainPicture().png().toBuffer()]])
      const { _id, uri } = (await author.send({ method: 'POST', url: '/media', ...file })).answer as Media
      await author.call(publishPost, { body: { photoUri: uri, channelsIds: [channel_id] } })
      return _id
    }
    for (const [channelType, otherStatus] of [
      ['NeighborhoodEventChannel', 404],
      ['OrganizationEventChannel', 200],
    ] as const) {
      const picture = await publishPictureOn(channelType)
      const statuses = [
        await status(neighborThere, picture),
        await status(camper, picture),
        await status(neighbor, picture),
      ]
      expect(statuses).toEqual([200, otherStatus, 404])
    }
  })

  it('of a conversation without messages is visible to nobody', async () => {
    for (const visitor of [server.visitor(), neighbor, await server.as('webmaster')])
      expect(await status(visitor, photos.conversation)).toBe(404)
  })

  it('has to be revalidated for each use if it is private, and is not sent again if it is unchanged', async () => {
    const url = `/media/${photos.community}/thumb`
    const { headers } = await neighbor.send({ method: 'GET', url })
    expect(headers['cache-control']).toBe('private, no-cache')
    const again = { method: 'GET', url, headers: { 'if-none-match': String(headers.etag) } }
    expect((await neighbor.send(again)).status).toBe(304)
    expect((await server.visitor().send(again)).status).toBe(404)
    expect((await neighbor.send({ ...again, headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('returns 404 for an unknown id and 400 for an unknown size', async () => {
    expect([
      await status(neighbor, newId()),
      await status(neighbor, photos.public, 'huge'),
      await status(neighbor, 'x'),
      await status(neighbor, '..%2f..%2fetc%2fpasswd'),
    ]).toEqual([404, 400, 404, 404])
  })
})

describe('an unused picture', () => {
  it('is deleted with its files after a day; a used picture is not', async () => {
    const file = multipartOf([['files', await plainPicture(40, 30).png().toBuffer()]])
    const [unused, used] = [
      await neighbor.send({ method: 'POST', url: '/media', ...file }),
      await neighbor.send({ method: 'POST', url: '/media', ...file }),
    ].map(({ answer }) => answer as Media)
    await neighbor.call(publishPost, { body: { photoUri: used!.uri } })
    const bytes = (media: Media) => server.platform.storage.get(`${media._id}/card`)
    server.clock.aheadMs = DAY_MS - 60_000
    await purgeUnusedPictures(server.platform)
    expect([await status(neighbor, unused!._id), await status(neighbor, used!._id)]).toEqual([200, 200])
    server.clock.aheadMs = DAY_MS + 60_000
    await purgeUnusedPictures(server.platform)
    expect([
      await status(neighbor, unused!._id),
      await status(neighbor, used!._id),
      await bytes(unused!),
      (await bytes(used!)) !== null,
    ]).toEqual([404, 200, null, true])
    server.clock.aheadMs = 0
  })
})

describe('a picture whose files cannot be deleted', () => {
  /** Runs `work` with a storage that fails to remove these pictures. */
  const withFailingRemoval = async (ids: readonly string[], work: () => Promise<unknown>) => {
    const { storage } = server.platform
    const { remove } = storage
    storage.remove = key => (ids.some(id => key.startsWith(id)) ? Promise.reject(new Error('EIO')) : remove(key))
    try {
      return await work()
    } finally {
      storage.remove = remove
    }
  }
  const upload = async () => {
    const file = multipartOf([['files', await plainPicture(40, 30).png().toBuffer()]])
    return (await neighbor.send({ method: 'POST', url: '/media', ...file })).answer as Media
  }
  const row = (id: string) =>
    server.db.selectFrom('media').select(['unused_since', 'user_id']).where('id', '=', id).executeTakeFirst()
  const rowAndBytesExist = async (id: string) => [
    (await row(id)) !== undefined,
    (await server.platform.storage.get(`${id}/card`)) !== null,
  ]
  afterEach(() => {
    server.clock.aheadMs = 0
  })

  it('still has its row, without uploader, after its post is deleted, and is deleted by the next sweep', async () => {
    const { _id, uri } = await upload()
    const { answer: post } = await neighbor.call(publishPost, { body: { photoUri: uri } })
    const deleted = await withFailingRemoval([_id], () => neighbor.call(removeEvent, { params: { id: post._id } }))
    expect((deleted as { status: number }).status).toBe(200)
    expect(await rowAndBytesExist(_id)).toEqual([true, true])
    expect(await row(_id)).toEqual({ unused_since: expect.any(Date), user_id: null })
    expect(await status(neighbor, _id)).toBe(404)
    server.clock.aheadMs = DAY_MS + 60_000
    await purgeUnusedPictures(server.platform)
    expect(await rowAndBytesExist(_id)).toEqual([false, false])
  })

  it('still has its row after a sweep, which deletes other pictures, and is deleted by the next sweep', async () => {
    const [stuck, free] = [await upload(), await upload()]
    server.clock.aheadMs = DAY_MS + 60_000
    await expect(withFailingRemoval([stuck._id], () => purgeUnusedPictures(server.platform))).rejects.toThrow(
      '1 pictures could not be removed',
    )
    expect([await rowAndBytesExist(stuck._id), await rowAndBytesExist(free._id)]).toEqual([
      [true, true],
      [false, false],
    ])
    await purgeUnusedPictures(server.platform)
    expect(await rowAndBytesExist(stuck._id)).toEqual([false, false])
  })
})

describe('an unreferenced picture whose row is not marked as unused', () => {
  it('is found by a check of every column that references pictures', async () => {
    const { rows } = await sql<{ named: string }>`
      select c.conrelid::regclass || '.' || a.attname as named from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'media'::regclass and c.conparentid = 0`.execute(server.db)
    const condition = isReferencedColumn(server.platform.features).compile(server.db)
    const checked = condition.sql.matchAll(/from (\w+) where (\w+) = m\.id/g)
    expect([...checked].map(([, table, column]) => `${table}.${column}`).toSorted()).toEqual(
      rows.map(({ named }) => named).toSorted(),
    )
  })

  it('is marked as unused and deleted a day later; a referenced picture is not', async () => {
    const { storage, clock } = server.platform
    const id = newId()
    for (const size of mediaSizes) await storage.put(`${id}/${size}`, Buffer.from('bytes'))
    const unmarked = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from media where unused_since is null and id not in (${photos.conversation})`.execute(
        server.db,
      )
      return rows[0]!.count
    }
    const before = await unmarked()
    await server.db
      .insertInto('media')
      .values({
        id,
        class: 'conversation',
        community_id: await server.communityId('les-tilleuls'),
        width: 1,
        height: 1,
        thumbhash: '',
      })
      .execute()
    await markUnreferencedPictures(server.platform)
    expect(await unmarked()).toBe(before + 1)
    await server.db
      .updateTable('media')
      .set({ created_at: new Date(clock.now().getTime() - DAY_MS - 1000) })
      .execute()
    await markUnreferencedPictures(server.platform)
    expect(await unmarked()).toBe(before)
    await purgeUnusedPictures(server.platform)
    expect(await storage.get(`${id}/card`)).not.toBeNull()
    server.clock.aheadMs = DAY_MS + 60_000
    await purgeUnusedPictures(server.platform)
    server.clock.aheadMs = 0
    expect(await storage.get(`${id}/card`)).toBeNull()
  })
})

describe('a pictogram', () => {
  const picto = (name: string) => server.visitor().send({ method: 'GET', url: `/media/picto/${name}` })

  it('is served to everybody, with or without the file extension', async () => {
    for (const name of ['waving-hand', 'waving-hand.svg']) {
      const { status: code, headers } = await picto(name)
      expect([code, headers['content-type']]).toEqual([200, 'image/svg+xml'])
      expect(headers['content-security-policy']).toContain('sandbox')
    }
  })

  it.each(['nothing', '..%2f..%2fpackage.json', '__proto__', 'constructor', 'toString', '%00', 'x'.repeat(150)])(
    'returns 404 for %s',
    async name => {
      expect((await picto(name)).status).toBe(404)
    },
  )
})
