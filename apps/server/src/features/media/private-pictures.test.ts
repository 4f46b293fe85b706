// Requests every picture of a community as every viewer, in every notation of its URL: who may not see a picture gets
// not a single byte.
import { answerEvent, removeEvent } from '@parvis/contract/feed.ts'
import type { Media } from '@parvis/contract/entity.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { renewPictures } from '@parvis/contract/media.ts'
import { logOut, signUpAsGuest } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong } from '#server/testing/long.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { asPerson } from '#server/testing/people.ts'
import { noisyPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { newId } from '#server/kernel/ids.ts'
import type * as Signature from '#server/kernel/http/picture-signature.ts'
import { SIGNATURE_TTL_MS } from '#server/kernel/http/picture-signature.ts'
import { newSecret } from '#server/kernel/secrets.ts'
import { openShell, type Shell } from '#server/testing/shells.ts'
import { openSession } from '../session/session.service.ts'
import type * as Policy from './media.policy.ts'

/** Planted faults: any signed-in user sees used pictures, or a signature is checked incompletely. */
const faults = vi.hoisted(() => ({
  organisationSeesAll: false,
  signature: null as 'any picture' | 'any time' | 'any proof' | null,
}))
vi.mock('#server/kernel/http/picture-signature.ts', async original => {
  const real = await original<typeof Signature>()
  const createPictureSigner: typeof real.createPictureSigner = (secretBox, clock) => {
    const strict = real.createPictureSigner(secretBox, clock)
    const timeless = real.createPictureSigner(secretBox, { now: () => new Date(0) })
    const careless = real.createPictureSigner({ ...secretBox, derive: () => 'x' }, clock)
    return {
      sign: (id, session) =>
        faults.signature === 'any picture' ? strict.sign('any', session) : strict.sign(id, session),
      read: (id, signature) => {
        if (faults.signature === 'any picture') return strict.read('any', signature)
        if (faults.signature === 'any time') return timeless.read(id, signature)
        if (faults.signature === 'any proof') return careless.read(id, String(signature).replace(/[^.]*$/, 'x'))
        return strict.read(id, signature)
      },
    }
  }
  return { ...real, createPictureSigner }
})
vi.mock('./media.policy.ts', async original => {
  const real = await original<typeof Policy>()
  return {
    ...real,
    canSeeMedia: (...[actor, media]: Parameters<typeof real.canSeeMedia>) =>
      (faults.organisationSeesAll && actor !== null && !media.unused) || real.canSeeMedia(actor, media),
  }
})

let server: TestServer
const viewers = new Map<string, Visitor>()
const pictures = new Map<string, string>()
const people = new Map<string, string>()

/** Which viewer (column) sees which picture (row): `.` sees it, everybody else gets 404. */
const table = `
                            | author | lake | lake admin | camper | camper who answered | camping admin | gare | tilleuls guest | newcomer | left | nobody
in the lake's feed          | .      | .    | .          |        |                     |               |      |                |          |      |
in the organisation's feed  | .      | .    | .          | .      | .                   | .             |      |                |          |      |
taken back from all         | .      | .    | .          |        |                     |               |      |                |          |      |
portrait of the author      | .      | .    | .          | .      | .                   | .             |      |                |          |      |
portrait of a quiet one     | .      | .    | .          |        |                     |               |      |                |          |      |
portrait of the answerer    | .      |      | .          | .      | .                   | .             |      |                |          |      |
not used yet                | .      |      |            |        |                     |               |      |                |          |      |
edited away                 |        |      |            |        |                     |               |      |                |          |      |
of a deleted post           |        |      |            |        |                     |               |      |                |          |      |
`
const [head, ...rows] = table
  .trim()
  .split('\n')
  .map(line => line.split('|').map(cell => cell.trim()))
const columns = head!.slice(head![0] === '' ? 1 : 0)
const cells = rows.flatMap(([picture, ...marks]) =>
  columns.map((viewer, at) => ({ picture: picture!, viewer, sees: marks[at] === '.' })),
)

beforeAll(async () => {
  server = await openTestServer('demo')
  const join = async (name: string, community: string, more: object = {}) => {
    const { visitor, userId } = await asPerson(server, {
      email: `${name.replaceAll(' ', '-')}@pictures.example`,
      community,
      ...more,
    })
    viewers.set(name, visitor)
    people.set(name, userId)
    return visitor
  }
  const author = await join('author', 'residence-du-lac', { role: 'employee' })
  for (const [name, community, more] of [
    ['lake', 'residence-du-lac'],
    ['lake admin', 'residence-du-lac', { role: 'administrator' }],
    ['camper', 'camping-des-pins'],
    ['camper who answered', 'camping-des-pins'],
    ['camping admin', 'camping-des-pins', { role: 'administrator' }],
    ['gare', 'quartier-de-la-gare'],
    ['newcomer', 'residence-du-lac', { needUpdate: true }],
    ['left', 'residence-du-lac'],
    ['quiet', 'residence-du-lac'],
  ] as const)
    await join(name, community, more)
  viewers.set('tilleuls guest', await server.asGuest())
  viewers.set('nobody', server.visitor())
  const left = viewers.get('left')!
  const kept = new Map(left.cookies)
  await left.call(logOut)
  for (const [name, value] of kept) left.cookies.set(name, value)

  const { db } = server
  const file = await noisyPicture(60, 40).jpeg().toBuffer()
  const upload = async (name: string, visitor = author) => {
    const { _id, uri } = (await visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', file]]) }))
      .answer as Media
    pictures.set(name, _id)
    return uri
  }
  const lake = await server.communityId('residence-du-lac')
  const channel = async (type: string) =>
    (
      await db
        .selectFrom('channels as ch')
        .innerJoin('community_channels as cc', 'cc.channel_id', 'ch.id')
        .select('ch.id')
        .where('cc.community_id', '=', lake)
        .where('ch.channel_type', '=', type as never)
        .executeTakeFirstOrThrow()
    ).id
  const [own, all] = [await channel('NeighborhoodEventChannel'), await channel('OrganizationEventChannel')]
  const post = async (photoUri: string, channelsIds: string[]) =>
    (await author.call(publishPost, { body: { description: 'Bonjour', photoUri, channelsIds } })).answer._id
  await post(await upload("in the lake's feed"), [own])
  const shared = await post(await upload("in the organisation's feed"), [all])
  const moved = await post(await upload('taken back from all'), [all])
  await author.call(editPost, { params: { id: moved }, body: { channelsIds: [own] } })
  const edited = await post(await upload('edited away'), [all])
  await author.call(editPost, { params: { id: edited }, body: { photoUri: null } })
  const deleted = await post(await upload('of a deleted post'), [all])
  await author.call(removeEvent, { params: { id: deleted } })
  await upload('not used yet')
  await viewers.get('camper who answered')!.call(answerEvent, { params: { id: shared } })
  for (const [name, person] of [
    ['portrait of the author', 'author'],
    ['portrait of a quiet one', 'quiet'],
    ['portrait of the answerer', 'camper who answered'],
  ] as const) {
    await upload(name, viewers.get(person))
    await db
      .updateTable('users')
      .set({ photo_id: pictures.get(name)! })
      .where('id', '=', people.get(person)!)
      .execute()
    await db.updateTable('media').set({ unused_since: null }).where('id', '=', pictures.get(name)!).execute()
  }
})
afterAll(() => server.close())

interface PictureRequest {
  name: string
  method?: 'GET' | 'HEAD'
  url: string
  headers?: Record<string, string>
}

const sizes = ['thumb', 'card', 'full']
/** Sizes requested in every notation of the URL: all of them in the long run, else one. */
const notationSizes = (process.env.PICTURE_SPELLINGS ?? (isLong && 'all')) === 'all' ? sizes : ['card']

/** Notations of the URL that lead to the picture, and similar ones that must lead nowhere. */
const requestsFor = (id: string): PictureRequest[] =>
  notationSizes.flatMap(size => {
    const url = `/media/${id}/${size}`
    const twice = [...id].map(letter => `%25${letter.charCodeAt(0).toString(16)}`).join('')
    const once = [...id].map(letter => `%${letter.charCodeAt(0).toString(16)}`).join('')
    const requests: PictureRequest[] = [
      { name: 'plain', url },
      { name: 'head', method: 'HEAD', url },
      { name: 'upper case', url: `/media/${id.toUpperCase()}/${size}` },
      { name: 'encoded', url: `/media/${once}/${size}` },
      { name: 'encoded twice', url: `/media/${twice}/${size}` },
      { name: 'slash behind', url: `${url}/` },
      { name: 'slashes', url: url.replaceAll('/', '//') },
      { name: 'query', url: `${url}?class=public&unused=0` },
      { name: 'ending', url: `${url}.webp` },
      { name: 'braces', url: `/media/%7B${id}%7D/${size}` },
      { name: 'no hyphens', url: `/media/${id.replaceAll('-', '')}/${size}` },
      { name: 'nul', url: `/media/${id}%00/${size}` },
      { name: 'up and down', url: `/media/x/..%2f${id}/${size}` },
      { name: 'up', url: `/media/../media/${id}/${size}` },
      { name: 'matrix', url: `/media/${id};x=1/${size}` },
      { name: 'capitals', url: `/MEDIA/${id}/${size}` },
      { name: 'blank', url: `/media/%20${id}/${size}` },
      { name: 'size in capitals', url: `/media/${id}/${size.toUpperCase()}` },
      { name: 'backslash', url: `/media%5c${id}%5c${size}` },
      { name: 'range', url, headers: { range: 'bytes=0-9' } },
      { name: 'ranges', url, headers: { range: 'bytes=0-1,5-9' } },
      { name: 'etag', url, headers: { 'if-none-match': `"${id}-${size}"` } },
      { name: 'any etag', url, headers: { 'if-none-match': '*' } },
      { name: 'since', url, headers: { 'if-modified-since': new Date().toUTCString() } },
      { name: 'page', url, headers: { accept: 'text/html' } },
      { name: 'packed', url, headers: { 'accept-encoding': 'br, gzip' } },
      {
        name: 'for another',
        url,
        headers: {
          'x-forwarded-host': 'parvis.test',
          'x-original-url': '/media/picto/x',
          'x-user-id': people.get('author')!,
        },
      },
    ]
    return requests
  })

const request = ({ method = 'GET', url, headers = {} }: PictureRequest, visitor: Visitor) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return server.app.inject({ method, url, headers: { host: 'parvis.test', ...(cookie && { cookie }), ...headers } })
}

/** Whether a response reveals that the picture exists: bytes, type, ETag or 304. */
const reveals = ({ statusCode, rawPayload, headers }: Awaited<ReturnType<typeof request>>) =>
  statusCode < 300 ||
  statusCode === 304 ||
  rawPayload.includes('WEBP') ||
  headers.etag !== undefined ||
  headers['content-type'] === 'image/webp'

const findLeaks = async (requests: (id: string) => PictureRequest[]) => {
  const found: string[] = []
  let requestCount = 0
  for (const { picture, viewer, sees } of cells) {
    const id = pictures.get(picture)!
    const visitor = viewers.get(viewer)!
    if (sees) {
      for (const size of sizes)
        if ((await request({ name: 'plain', url: `/media/${id}/${size}` }, visitor)).statusCode !== 200)
          found.push(`${picture}: not for ${viewer}`)
      continue
    }
    for (const one of requests(id)) {
      requestCount++
      const answer = await request(one, visitor)
      if (reveals(answer)) found.push(`${picture}: ${answer.statusCode} to ${viewer} by ${one.name}`)
      if (answer.statusCode >= 500) found.push(`${one.name}: ${answer.statusCode}`)
    }
  }
  return { found: [...new Set(found)], requestCount }
}

/** The native app of each viewer. */
const shells = new Map<string, Shell>()
const shellOf = async (viewer: string): Promise<Shell> => {
  const known = shells.get(viewer)
  if (known) return known
  const shell = openShell(server)
  if (viewer === 'tilleuls guest')
    await shell.call(signUpAsGuest, {
      body: { communityId: await server.communityId('les-tilleuls'), deviceId: newSecret() },
    })
  else if (viewer !== 'nobody') {
    const userId = people.get(viewer)!
    const { account_id, community_id } = await server.db
      .selectFrom('users')
      .select(['account_id', 'community_id'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    const user = { accountId: account_id, communityId: community_id, userId, strategy: 'local', inShell: true } as const
    shell.token = (await openSession(server.db, user, null)).token
  }
  shells.set(viewer, shell)
  return shell
}

/** Signed URLs as the server gives them to a native app; empty without a session. */
const signedAddressesOf = async (viewer: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const reply = await (await shellOf(viewer)).call(renewPictures, { query: { ids: [...ids] } })
  return new Map(reply.status === 200 ? reply.answer.map(({ _id, uri }) => [_id, uri.split('?')[1]!]) : [])
}

/** Invalid signatures: of another picture, of another session, expired, truncated, extended, empty, repeated. */
const invalidSignatures = (signature: string, other: string): string[] => {
  const [session = '', until = '', proof = ''] = signature.replace('s=', '').split('.')
  const later = (Number.parseInt(until, 36) + 60_000).toString(36)
  return [
    other,
    `s=${newId()}.${until}.${proof}`,
    `s=${session}.${later}.${proof}`,
    `s=${session}.${until}.${proof.slice(0, -1)}`,
    `s=${session}.${until}.${proof}x`,
    `s=${session}.${until}`,
    `s=${session}.${until}.`,
    `s=${session}..${proof}`,
    `s=${until}.${session}.${proof}`,
    `s=${session.toUpperCase()}.${until}.${proof}`,
    `${signature}&${signature}`,
    `${signature}.`,
    `S=${session}.${until}.${proof}`,
    `s[]=${session}.${until}.${proof}`,
    `s=`,
    's',
    's=null',
    `s=${'a.'.repeat(500)}`,
    `s=%00${session}.${until}.${proof}`,
  ]
}

/** Requests every picture as every viewer, with their own signed URL and with invalid ones. */
const findSignedLeaks = async () => {
  const found: string[] = []
  let requestCount = 0
  const ids = [...pictures.values()]
  const requestSigned = async (id: string, query: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) => {
    requestCount++
    return request({ name: 'signed', method, url: `/media/${id}/card?${query}`, headers }, server.visitor())
  }
  for (const viewer of viewers.keys()) {
    const signed = viewer === 'left' ? await signedAddressesAfterLogOut(ids) : await signedAddressesOf(viewer, ids)
    if (viewer === 'nobody') expect(signed.size).toBe(0)
    for (const { picture, sees } of cells.filter(cell => cell.viewer === viewer)) {
      const id = pictures.get(picture)!
      const signature = signed.get(id)
      if (!signature) continue
      const answer = await requestSigned(id, signature)
      if (reveals(answer) !== sees) found.push(`${picture}: ${answer.statusCode} to ${viewer} by an address of theirs`)
      if (reveals(await requestSigned(id, signature, 'HEAD')) !== sees) found.push(`${picture}: head to ${viewer}`)
      const other = signed.get(ids.find(one => one !== id)!)!
      for (const query of invalidSignatures(signature, other)) {
        const reply = await requestSigned(id, query, 'GET', { 'if-none-match': '*' })
        if (reveals(reply)) found.push(`${picture}: ${reply.statusCode} to ${viewer} by ${query}`)
        if (reply.statusCode >= 500) found.push(`${query}: ${reply.statusCode}`)
      }
    }
  }
  // the signature is valid until it expires, then for nobody
  const [id, signature] = [...(await signedAddressesOf('author', ids))][0]!
  server.clock.aheadMs += SIGNATURE_TTL_MS
  if (reveals(await requestSigned(id, signature))) found.push('an address that is over')
  server.clock.aheadMs -= SIGNATURE_TTL_MS
  return { found: [...new Set(found)], requestCount }
}

/** A member who has logged out still has the signed URLs that they were given. */
const signedAddressesAfterLogOut = async (ids: readonly string[]) => {
  const signed = await signedAddressesOf('left', ids)
  await shells.get('left')!.call(logOut)
  shells.delete('left')
  return signed
}

describe('a picture of a community', () => {
  it('is served only to people who may see content that shows it, for every notation of the URL', async () => {
    const { found, requestCount } = await findLeaks(requestsFor)
    expect(found).toEqual([])
    reportFigures('private pictures', null, { cells: cells.length, refusedAsks: requestCount, bytesLeaked: 0 })
  }, 120_000)

  it.runIf(isLong)(
    'fails if a whole organisation can see it',
    async () => {
      faults.organisationSeesAll = true
      const { found } = await findLeaks(id => requestsFor(id).slice(0, 2))
      faults.organisationSeesAll = false
      expect(found.filter(line => line.includes('to camper by plain')).length).toBeGreaterThan(1)
    },
    120_000,
  )

  it('is served to the same viewers by a signed URL, and to nobody by an invalid one', async () => {
    const { found, requestCount } = await findSignedLeaks()
    expect(found).toEqual([])
    reportFigures('signed addresses of private pictures', null, {
      cells: cells.length,
      refusedAsks: requestCount,
      bytesLeaked: 0,
    })
  }, 120_000)

  it.runIf(isLong).each(['any picture', 'any time', 'any proof'] as const)(
    'fails if a signed URL is valid for %s',
    async fault => {
      faults.signature = fault
      const { found } = await findSignedLeaks()
      faults.signature = null
      expect(found.length).toBeGreaterThan(0)
    },
    120_000,
  )

  it('is refused as soon as its viewer has logged out', async () => {
    const { visitor } = await asPerson(server, { email: 'leaver@pictures.example', community: 'residence-du-lac' })
    const plain = { name: 'plain', url: `/media/${pictures.get("in the lake's feed")!}/thumb` }
    expect((await request(plain, visitor)).statusCode).toBe(200)
    const kept = new Map(visitor.cookies)
    await visitor.call(logOut)
    for (const [name, value] of kept) visitor.cookies.set(name, value)
    for (const one of requestsFor(pictures.get("in the lake's feed")!))
      expect(reveals(await request(one, visitor))).toBe(false)
  })

  it('is looked up through indexes on photo_id', async () => {
    const { rows } = await sql<{
      indexdef: string
    }>`select indexdef from pg_indexes where tablename in ('events', 'users') and indexdef like '%(photo_id)%'`.execute(
      server.db,
    )
    expect(rows).toHaveLength(2)
  })
})
