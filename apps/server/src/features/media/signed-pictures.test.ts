// Native apps fetch private pictures by URLs that are signed for one session. The server puts such URLs into every
// response and live event that contains a picture.
import type { Media } from '@parvis/contract/entity.ts'
import { getEvent } from '@parvis/contract/feed.ts'
import { renewPictureUrls } from '@parvis/contract/media.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { getSession, listSessions } from '@parvis/contract/session.ts'
import { SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
import { createRandom } from '@parvis/demo-world/random.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as Secrets from '#server/kernel/secrets.ts'
import type * as Shells from '#server/kernel/http/shells.ts'
import { SIGNATURE_TTL_MS } from '#server/kernel/http/picture-signature.ts'
import { reportFigures } from '#server/testing/figures.ts'
import { isLong, iterationsOf } from '#server/testing/long.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { visitorWithSession } from '#server/testing/people.ts'
import { noisyPicture } from '#server/testing/pictures.ts'
import { type LiveSockets, expectEventually, openLiveServer } from '#server/testing/live-clients.ts'
import { openShell, type Shell, shellAs, shellWithToken } from '#server/testing/shells.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { findWrongSignatures, mutateSecret, picturesInJson } from '#server/testing/signed-pictures.ts'

/** Planted fault: a secret that is only nearly correct is accepted. */
const faults = vi.hoisted(() => ({ lenient: false }))
vi.mock('#server/kernel/secrets.ts', async original => {
  const real = await original<typeof Secrets>()
  const isSameSecret: typeof real.isSameSecret = (one, other) =>
    faults.lenient ? one.slice(0, 8) === other.slice(0, 8) : real.isSameSecret(one, other)
  return { ...real, isSameSecret }
})
vi.mock('#server/kernel/http/shells.ts', async original => {
  const real = await original<typeof Shells>()
  const bearerOf: typeof real.bearerOf = headers =>
    faults.lenient ? headers.authorization?.replace(/[^\w-]/g, '').slice(6, 49) : real.bearerOf(headers)
  return { ...real, bearerOf }
})

const SEED = Number(process.env.SEED ?? 25)
/** Number of mutated tokens and of mutated URLs that are tried. */
const ROUNDS = iterationsOf('SPOILED', 100, 50_000)

let server: TestServer
let sockets: LiveSockets
let shell: Shell
let sessionId: string
let file: Buffer
const sessionOf = async (visitor: Visitor) =>
  (await visitor.call(listSessions)).answer.find(({ current }) => current)!._id
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
  shell = await shellAs(server, 'neighbor')
  sessionId = await sessionOf(shell)
  file = await noisyPicture(60, 40).jpeg().toBuffer()
})
afterAll(() => server.close())

const upload = async (visitor: Visitor) =>
  (await visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', file]]) })).answer as Media
const postWithPicture = async (visitor: Visitor, text = 'Bonjour') => {
  const media = await upload(visitor)
  const body = { description: text, photoUri: media.uri }
  return { media, post: (await visitor.call(publishPost, { body })).answer }
}
const fetchMedia = (uri: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: uri, headers: { host: 'parvis.test', ...headers } })
const withSize = (uri: string, size: string) => uri.replace(/\?|$/, `/${size}$&`)
const bodyOf = async (visitor: Visitor, url: string) =>
  JSON.stringify((await visitor.send({ method: 'GET', url })).answer)

/** Returns the mutated tokens and URLs that were accepted or caused a server error. */
const findAccepted = async (rounds: number) => {
  const random = createRandom(SEED)
  const { post } = await postWithPicture(shell)
  const [path, signature = ''] = withSize(post.photo!.uri, 'thumb').split('?s=')
  const { token } = shell
  const found: string[] = []
  for (let round = 0; round < rounds; round++) {
    const address = mutateSecret(signature, random)
    const media = await fetchMedia(`${path}?s=${encodeURIComponent(address)}`)
    if (media.statusCode !== 404 && address !== signature) found.push(`address ${address}: ${media.statusCode}`)
    const bearer = mutateSecret(`Bearer ${token}`, random)
    const headers = { host: 'parvis.test', authorization: bearer, origin: shell.origin }
    const call = await server.app.inject({ url: '/api/user/sessions', headers })
    const isUnchanged = new RegExp(`^\\s*bearer +${token}\\s*$`, 'i').test(bearer)
    if (call.statusCode !== 401 && !isUnchanged) found.push(`token ${bearer}: ${call.statusCode}`)
  }
  return found
}

describe('a signed URL of a picture', () => {
  it('serves its picture in each size without any other credential, and requires revalidation for each use', async () => {
    const { post } = await postWithPicture(shell)
    const { photo } = post
    expect(picturesInJson(JSON.stringify(photo))).toEqual([{ id: photo!._id, session: sessionId }])
    for (const size of ['thumb', 'card', 'full']) {
      const { statusCode, headers } = await fetchMedia(withSize(photo!.uri, size))
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/webp',
        'private, no-cache',
      ])
      expect(headers).not.toHaveProperty('cross-origin-resource-policy')
      expect((await fetchMedia(`${photo!.uri.split('?')[0]}/${size}`)).statusCode).toBe(404)
    }
  })

  it('is given to native apps only, because browsers send a cookie', async () => {
    const { post } = await postWithPicture(shell)
    const browser = await server.as('neighbor')
    const { answer } = await browser.call(getEvent, { params: { id: post._id } })
    expect(answer.photo!.uri).toBe(`/media/${post.photo!._id}`)
    const renewed = await browser.call(renewPictureUrls, { query: { ids: [post.photo!._id] } })
    expect(renewed.answer).toEqual([{ _id: post.photo!._id, uri: `/media/${post.photo!._id}` }])
  })

  it('is accepted in requests that refer to a picture, and only the id of the picture is stored', async () => {
    const { post, media } = await postWithPicture(shell)
    expect(media.uri).toContain('?s=')
    const other = await upload(shell)
    const edited = await shell.call(editPost, { params: { id: post._id }, body: { photoUri: other.uri } })
    expect(edited.answer.photo!._id).toBe(other._id)
    const { photo_id } = await server.db
      .selectFrom('events')
      .select('photo_id')
      .where('id', '=', post._id)
      .executeTakeFirstOrThrow()
    expect(photo_id).toBe(other._id)
  })

  it('does not change for a minute, so that a refetched list loads no picture again, and expires later', async () => {
    const { post } = await postWithPicture(shell)
    const uri = async () => (await shell.call(getEvent, { params: { id: post._id } })).answer.photo!.uri
    server.clock.aheadMs = 60_000 - (Date.now() % 60_000)
    const first = await uri()
    server.clock.aheadMs += 30_000
    expect(await uri()).toBe(first)
    server.clock.aheadMs += 30_000
    const second = await uri()
    expect(second).not.toBe(first)
    expect((await fetchMedia(withSize(first, 'card'))).statusCode).toBe(200)
    server.clock.aheadMs += SIGNATURE_TTL_MS - 60_000
    expect((await fetchMedia(withSize(first, 'card'))).statusCode).toBe(404)
    expect((await fetchMedia(withSize(second, 'card'))).statusCode).toBe(200)
    const [renewed] = (await shell.call(renewPictureUrls, { query: { ids: [post.photo!._id] } })).answer
    expect((await fetchMedia(withSize(renewed!.uri, 'card'))).statusCode).toBe(200)
    server.clock.aheadMs = 0
  })

  it('is not accepted as a session: as a token, as a cookie, in the query of another call, or on the WebSocket', async () => {
    const { post } = await postWithPicture(shell)
    const signature = post.photo!.uri.split('?s=')[1]!
    const [session, , proof] = signature.split('.') as [string, string, string]
    const statuses: number[] = []
    for (const secret of [signature, session, proof]) {
      statuses.push((await shellWithToken(server, secret).call(listSessions)).status)
      statuses.push((await visitorWithSession(server, secret).call(listSessions)).status)
      const bare = openShell(server)
      for (const url of ['/api/user/sessions', '/events', `/events/details/${post._id}`])
        statuses.push((await bare.send({ method: 'GET', url: `${url}?s=${secret}` })).status)
      const change = { method: 'DELETE', url: `/events/${post._id}?s=${secret}` }
      statuses.push((await bare.send(change)).status)
      statuses.push((await sockets.tryUpgrade(shellWithToken(server, secret))).status)
      statuses.push((await sockets.tryUpgrade(null, {}, `/socket?s=${secret}`)).status)
    }
    expect(new Set(statuses)).toEqual(new Set([401]))
    const upload = { method: 'POST', url: `/media?s=${signature}`, ...multipartOf([['files', file]]) }
    expect((await openShell(server).send(upload)).status).toBe(401)
  })

  it('replaces neither URLs in texts of users nor URLs of public pictures', async () => {
    const { media } = await postWithPicture(shell)
    const id = `/media/${media._id}`
    const text = `{"photoUri":"${id}","uri":"${id}"} ${id} "uri":"${id}"`
    const { post } = await postWithPicture(shell, text)
    expect(post.eventId.description).toBe(text)
    const logos = picturesInJson(JSON.stringify((await shell.call(getSession)).answer.memberships))
    expect(logos.map(({ session }) => session)).toEqual(logos.map(() => null))
    expect(logos.length).toBeGreaterThan(0)
  })
})

describe('a randomly mutated token or signed URL', () => {
  it('is refused, without a server error', async () => {
    expect(await findAccepted(ROUNDS)).toEqual([])
    reportFigures('spoiled tokens and addresses', SEED, { rounds: ROUNDS, taken: 0 })
  }, 120_000)

  it.runIf(isLong)(
    'is accepted if secrets are compared leniently',
    async () => {
      faults.lenient = true
      const found = await findAccepted(300)
      faults.lenient = false
      for (const kind of ['address', 'token'])
        expect(found.filter(line => line.startsWith(kind)).length).toBeGreaterThan(3)
    },
    60_000,
  )
})

describe('responses and live events', () => {
  it('contain signed URLs of private pictures and plain URLs of public ones', async () => {
    const { found, counts } = await findWrongSignatures(server, shell, sessionId)
    expect(found).toEqual([])
    expect([counts.signed > 20, counts.open > 5, counts.answers > 40]).toEqual([true, true, true])
    reportFigures('signed pictures of all answers', null, counts)
  }, 60_000)

  it.runIf(isLong)(
    'are reported as wrong if a list contains unsigned URLs',
    async () => {
      const { signPictures } = server.app
      const { signResponse } = signPictures
      signPictures.signResponse = async (json, actor) => (json.includes('"docs"') ? json : signResponse(json, actor))
      const { found } = await findWrongSignatures(server, shell, sessionId)
      signPictures.signResponse = signResponse
      expect(found.some(line => line.startsWith('GET /events:'))).toBe(true)
    },
    60_000,
  )

  /** Finds responses to one viewer that contain URLs signed for the session of another viewer. */
  const findForeignSignatures = async () => {
    await postWithPicture(shell)
    const viewers = [
      shell,
      await shellAs(server, 'neighbor2'),
      await shellAs(server, 'administrator'),
      await server.as('neighbor2'),
    ]
    const found: string[] = []
    for (let round = 0; round < 3; round++)
      for (const [at, viewer] of viewers.entries()) {
        const own = 'protocols' in viewer ? await sessionOf(viewer) : null
        for (const { session } of picturesInJson(await bodyOf(viewer, '/events?page=1')))
          if (session !== null && session !== own) found.push(`reader ${at} is given another’s address`)
      }
    return [...new Set(found)]
  }

  it('contain no URL signed for another session, although rendered posts are cached for all viewers', async () => {
    expect(await findForeignSignatures()).toEqual([])
  })

  it.runIf(isLong)('are reported as wrong if a signed response is cached for all viewers', async () => {
    const { signPictures } = server.app
    const { signResponse } = signPictures
    let cached: string | undefined
    signPictures.signResponse = async (json, actor) =>
      json.includes('"docs"') ? (cached ??= await signResponse(json, actor)) : signResponse(json, actor)
    const found = await findForeignSignatures()
    signPictures.signResponse = signResponse
    expect(found).toContain('reader 1 is given another’s address')
  })

  it('contain URLs signed for the session of each native app’s socket, and no signed URLs for a browser', async () => {
    const other = await shellAs(server, 'neighbor2')
    const screens = [
      await sockets.open(shell),
      await sockets.open(other),
      await sockets.open(await server.as('neighbor2')),
    ]
    expect(screens.map(({ socket }) => socket.protocol)).toEqual([SOCKET_PROTOCOL, SOCKET_PROTOCOL, ''])
    const { post } = await postWithPicture(shell)
    const liveEventOf = (at: number) => screens[at]!.received('event.created').find(({ _id }) => _id === post._id)
    await expectEventually(() => [0, 1, 2].every(at => liveEventOf(at)), true)
    const sessions = [0, 1, 2].map(at => [
      ...new Set(picturesInJson(JSON.stringify(liveEventOf(at))).map(({ session }) => session)),
    ])
    expect(sessions).toEqual([[sessionId], [await sessionOf(other)], [null]])
    for (const at of [0, 1])
      expect((await fetchMedia(withSize(liveEventOf(at)!.photo!.uri, 'thumb'))).statusCode).toBe(200)
    for (const { socket } of screens) socket.terminate()
  })
})
