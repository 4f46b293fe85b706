// Requests every picture of a community as every viewer, in every notation of its URL. A viewer who may not see a
// picture must not receive a single byte of it.
import { renewPictureUrls } from '@parvis/contract/media.ts'
import { signUpAsGuest } from '@parvis/contract/entry.ts'
import { logOut } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong } from '#server/testing/long.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import type * as Signature from '#server/kernel/http/picture-signature.ts'
import { SIGNATURE_TTL_MS } from '#server/kernel/http/picture-signature.ts'
import { newSecret } from '#server/kernel/secrets.ts'
import { openShell, type Shell } from '#server/testing/shells.ts'
import { openSession } from '../session/session.service.ts'
import type * as Policy from './media.policy.ts'
import {
  createPictureWorld,
  type PictureRequest,
  type PictureWorld,
  listPictureRequests,
  invalidSignatures,
  sizes,
} from '#server/testing/private-pictures.ts'

/** Planted faults: all signed-in users see all used pictures, or one part of a signature is not checked. */
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
      verify: (id, signature) => {
        if (faults.signature === 'any picture') return strict.verify('any', signature)
        if (faults.signature === 'any time') return timeless.verify(id, signature)
        if (faults.signature === 'any proof') return careless.verify(id, String(signature).replace(/[^.]*$/, 'x'))
        return strict.verify(id, signature)
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
let viewers: PictureWorld['viewers']
let pictureIds: PictureWorld['pictureIds']
let userIds: PictureWorld['userIds']

/** Which viewer (column) can see which picture (row): a dot means that they can. Without a dot they receive 404. */
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
  ;({ viewers, pictureIds, userIds } = await createPictureWorld(server))
})
afterAll(() => server.close())

const requestsFor = (id: string) => listPictureRequests(id, userIds.get('author')!)

const request = ({ method = 'GET', url, headers = {} }: PictureRequest, visitor: Visitor) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return server.app.inject({ method, url, headers: { host: 'parvis.test', ...(cookie && { cookie }), ...headers } })
}

/** Whether a response reveals that the picture exists: bytes, type, ETag or 304. */
const revealsPicture = ({ statusCode, rawPayload, headers }: Awaited<ReturnType<typeof request>>) =>
  statusCode < 300 ||
  statusCode === 304 ||
  rawPayload.includes('WEBP') ||
  headers.etag !== undefined ||
  headers['content-type'] === 'image/webp'

const findLeaks = async (requests: (id: string) => PictureRequest[]) => {
  const found: string[] = []
  let requestCount = 0
  for (const { picture, viewer, sees } of cells) {
    const id = pictureIds.get(picture)!
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
      if (revealsPicture(answer)) found.push(`${picture}: ${answer.statusCode} to ${viewer} by ${one.name}`)
      if (answer.statusCode >= 500) found.push(`${one.name}: ${answer.statusCode}`)
    }
  }
  return { found: [...new Set(found)], requestCount }
}

/** The native apps that are open, by viewer. */
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
    const userId = userIds.get(viewer)!
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

/** Returns the signed URLs that the server gives to the viewer’s native app; none without a session. */
const signedUrlsOf = async (viewer: string, ids: readonly string[]): Promise<Map<string, string>> => {
  const reply = await (await shellOf(viewer)).call(renewPictureUrls, { query: { ids: [...ids] } })
  return new Map(reply.status === 200 ? reply.answer.map(({ _id, uri }) => [_id, uri.split('?')[1]!]) : [])
}

/** Requests every picture as every viewer, by their own signed URL and by invalid URLs. Returns the wrong responses. */
const findSignedLeaks = async () => {
  const found: string[] = []
  let requestCount = 0
  const ids = [...pictureIds.values()]
  const requestSigned = async (id: string, query: string, method: 'GET' | 'HEAD' = 'GET', headers = {}) => {
    requestCount++
    return request({ name: 'signed', method, url: `/media/${id}/card?${query}`, headers }, server.visitor())
  }
  for (const viewer of viewers.keys()) {
    const signed = viewer === 'left' ? await signedUrlsAfterLogOut(ids) : await signedUrlsOf(viewer, ids)
    if (viewer === 'nobody') expect(signed.size).toBe(0)
    for (const { picture, sees } of cells.filter(cell => cell.viewer === viewer)) {
      const id = pictureIds.get(picture)!
      const signature = signed.get(id)
      if (!signature) continue
      const answer = await requestSigned(id, signature)
      if (revealsPicture(answer) !== sees)
        found.push(`${picture}: ${answer.statusCode} to ${viewer} by an address of theirs`)
      if (revealsPicture(await requestSigned(id, signature, 'HEAD')) !== sees)
        found.push(`${picture}: head to ${viewer}`)
      const other = signed.get(ids.find(one => one !== id)!)!
      for (const query of invalidSignatures(signature, other)) {
        const reply = await requestSigned(id, query, 'GET', { 'if-none-match': '*' })
        if (revealsPicture(reply)) found.push(`${picture}: ${reply.statusCode} to ${viewer} by ${query}`)
        if (reply.statusCode >= 500) found.push(`${query}: ${reply.statusCode}`)
      }
    }
  }
  // An expired signed URL is refused even for a viewer who may see the picture.
  const [id, signature] = [...(await signedUrlsOf('author', ids))][0]!
  server.clock.aheadMs += SIGNATURE_TTL_MS
  if (revealsPicture(await requestSigned(id, signature))) found.push('an address that is over')
  server.clock.aheadMs -= SIGNATURE_TTL_MS
  return { found: [...new Set(found)], requestCount }
}

/** Returns signed URLs of a member who has logged out after receiving them. */
const signedUrlsAfterLogOut = async (ids: readonly string[]) => {
  const signed = await signedUrlsOf('left', ids)
  await shells.get('left')!.call(logOut)
  shells.delete('left')
  return signed
}

describe('a picture of a community', () => {
  it('is served only to viewers who may see content that shows it, in every notation of its URL', async () => {
    const { found, requestCount } = await findLeaks(requestsFor)
    expect(found).toEqual([])
    reportFigures('private pictures', null, { cells: cells.length, refusedAsks: requestCount, bytesLeaked: 0 })
  }, 120_000)

  it.runIf(isLong)(
    'is wrongly revealed if a planted fault shows used pictures to all signed-in users',
    async () => {
      faults.organisationSeesAll = true
      const { found } = await findLeaks(id => requestsFor(id).slice(0, 2))
      faults.organisationSeesAll = false
      expect(found.filter(line => line.includes('to camper by plain')).length).toBeGreaterThan(1)
    },
    120_000,
  )

  it('is served to the same viewers by their signed URL, and to nobody by an invalid one', async () => {
    const { found, requestCount } = await findSignedLeaks()
    expect(found).toEqual([])
    reportFigures('signed addresses of private pictures', null, {
      cells: cells.length,
      refusedAsks: requestCount,
      bytesLeaked: 0,
    })
  }, 120_000)

  it.runIf(isLong).each(['any picture', 'any time', 'any proof'] as const)(
    'is wrongly revealed if a planted fault accepts a signed URL for %s',
    async fault => {
      faults.signature = fault
      const { found } = await findSignedLeaks()
      faults.signature = null
      expect(found.length).toBeGreaterThan(0)
    },
    120_000,
  )

  it('is refused once its viewer has logged out', async () => {
    const { visitor } = await asPerson(server, { email: 'leaver@pictures.example', community: 'residence-du-lac' })
    const plain = { name: 'plain', url: `/media/${pictureIds.get("in the lake's feed")!}/thumb` }
    expect((await request(plain, visitor)).statusCode).toBe(200)
    const kept = new Map(visitor.cookies)
    await visitor.call(logOut)
    for (const [name, value] of kept) visitor.cookies.set(name, value)
    for (const one of requestsFor(pictureIds.get("in the lake's feed")!))
      expect(revealsPicture(await request(one, visitor))).toBe(false)
  })

  it('is looked up by an index on the pictures of posts and one on the pictures of members', async () => {
    const { rows } = await sql<{
      indexdef: string
    }>`select indexdef from pg_indexes where tablename in ('events', 'users') and indexdef like '%(photo_id)%'`.execute(
      server.db,
    )
    expect(rows).toHaveLength(2)
  })
})
