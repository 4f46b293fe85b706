import type { ServerResponse } from 'node:http'
import { getEvent, listEvents, removeEvent } from '@parvis/contract/feed.ts'
import { editPost, type PostBody, publishPost } from '@parvis/contract/publish.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeInternet, startFakeInternet } from '#server/testing/fake-internet.ts'
import { expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'

/** Timeout for the provider, long enough for a busy machine. */
const MAX_WAIT_MS = 1500

let server: TestServer
let outside: FakeInternet
let neighbor: Visitor
let screen: LiveClient
/** Sends the next response of the provider; replaced by each test. */
let answer: (response: ServerResponse) => void
const oembed = (fields: object) => (response: ServerResponse) => response.end(JSON.stringify(fields))
const updatedIds: string[] = []

beforeAll(async () => {
  outside = await startFakeInternet(['video.example'], (_, response) => answer(response), { timeoutMs: MAX_WAIT_MS })
  const { sockets, ...live } = await openLiveServer({
    pauseDivisor: 20,
    settings: { videoOembedUrl: new URL('https://video.example/oembed?key=a') },
  })
  server = live.server
  server.platform.fetchExternal = outside.fetchOutside
  neighbor = await server.as('neighbor')
  screen = await sockets.open(await server.as('neighbor2'))
  server.platform.bus.subscribe('event.updated', ({ eventId }) => updatedIds.push(eventId))
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
  updatedIds.length = outside.connections.length = outside.requests.length = screen.frames.length = 0
})
afterAll(async () => {
  await server.close()
  await outside.close()
})

const publish = async (body: PostBody = {}) =>
  (await neighbor.call(publishPost, { body: { description: 'À voir', youtubeVideoId: 'dQw4w9WgXcQ', ...body } })).answer
const read = async (id: string) => (await neighbor.call(getEvent, { params: { id } })).answer

describe('the title of a video', () => {
  it('appears on every screen after the post, and the request for it reveals nothing about the member', async () => {
    const gate = Promise.withResolvers<void>()
    answer = response =>
      void gate.promise.then(() =>
        oembed({ title: ' Big Buck Bunny\n', author_name: 'Blender', thumbnail_url: 'https://video.example/a.jpg' })(
          response,
        ),
      )
    const post = await publish()
    expect([post.videoTitle, post.eventId.youtubeVideoId]).toEqual([null, 'dQw4w9WgXcQ'])
    await expectEventually(() => outside.requests.length, 1)
    expect([(await read(post._id)).videoTitle, updatedIds]).toEqual([null, []])
    gate.resolve()
    await expectEventually(
      () => screen.received('event.updated').map(({ _id, videoTitle }) => [_id, videoTitle]),
      [[post._id, 'Big Buck Bunny']],
    )
    expect(await read(post._id)).toEqual({ ...post, videoTitle: 'Big Buck Bunny', version: post.version + 1 })
    expect((await neighbor.call(listEvents)).answer.docs[0]!.videoTitle).toBe('Big Buck Bunny')
    expect(outside.requests).toEqual([
      {
        host: 'video.example',
        url: '/oembed?key=a&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ&format=json',
        headers: expect.not.objectContaining({ cookie: expect.anything() }),
      },
    ])
  })

  it('is requested once, however often the same post is sent', async () => {
    answer = oembed({ title: 'Sintel' })
    const [first] = await Promise.all([1, 2, 3].map(() => publish({ tmpId: 'film' })))
    await expectEventually(() => updatedIds, [first!._id])
    await publish({ tmpId: 'film' })
    await server.settled()
    expect(outside.requests).toHaveLength(1)
  })

  it('changes when the video is replaced, and is removed with the video', async () => {
    answer = oembed({ title: 'Un' })
    const { _id } = await publish()
    await expectEventually(() => updatedIds, [_id])
    const gate = Promise.withResolvers<void>()
    answer = response => void gate.promise.then(() => oembed({ title: 'Deux' })(response))
    const edit = (body: PostBody) => neighbor.call(editPost, { params: { id: _id }, body })
    expect((await edit({ youtubeVideoId: 'abcdefghijk' })).answer.videoTitle).toBeNull()
    gate.resolve()
    await expectEventually(() => updatedIds.length, 3)
    expect((await read(_id)).videoTitle).toBe('Deux')
    expect((await edit({ description: 'Encore' })).answer.videoTitle).toBe('Deux')
    expect((await edit({ youtubeVideoId: '' })).answer.videoTitle).toBeNull()
    await server.settled()
    expect(outside.requests).toHaveLength(2)
  })

  it('is one line of at most two hundred characters', async () => {
    answer = oembed({ title: `\u0000a\u202eb\r\nc ${'🎬'.repeat(300)}\ud800` })
    const { _id } = await publish()
    await expectEventually(() => updatedIds, [_id])
    expect((await read(_id)).videoTitle).toBe(`a b c ${'🎬'.repeat(194)}`)
  })

  it('is not stored if the video or the post was removed meanwhile', async () => {
    const gate = Promise.withResolvers<void>()
    answer = response => void gate.promise.then(() => oembed({ title: 'Trop tard' })(response))
    const [changed, removed] = [await publish(), await publish()]
    await expectEventually(() => outside.requests.length, 2)
    await neighbor.call(editPost, { params: { id: changed._id }, body: { youtubeVideoId: null } })
    await neighbor.call(removeEvent, { params: { id: removed._id } })
    gate.resolve()
    await server.settled()
    expect([(await read(changed._id)).videoTitle, updatedIds.filter(id => id === changed._id).length]).toEqual([
      null,
      1,
    ])
  })
})

describe('a post is stored without a video title', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['answers 404', response => response.writeHead(404).end('Not Found')],
    ['answers 500', response => response.writeHead(500).end('{"title":"x"}')],
    ['answers with HTML', response => response.end('<title>x</title>')],
    ['answers null', response => response.end('null')],
    ['returns no title', oembed({ author_name: 'x' })],
    ['returns a blank title', oembed({ title: ' \n ' })],
    ['returns a title that is not a string', oembed({ title: { text: 'x' } })],
    ['returns too long a response', oembed({ title: 'x', html: 'x'.repeat(70_000) })],
    ['redirects to this machine', response => response.writeHead(302, { location: 'https://127.0.0.1/' }).end()],
    ['closes the connection', response => response.destroy()],
    ['never answers', () => {}],
  ])('when the provider %s', async (_, answers) => {
    answer = answers
    const before = performance.now()
    const post = await publish()
    expect(performance.now() - before).toBeLessThan(5000)
    await expectEventually(() => outside.requests.length > 0, true)
    await server.settled()
    expect(await read(post._id)).toEqual(post)
    expect(updatedIds).toEqual([])
    expect(outside.connections.every(place => place === outside.connections[0])).toBe(true)
  })

  it('if no provider is configured', async () => {
    const { settings } = server.platform
    const address = settings.videoOembedUrl
    settings.videoOembedUrl = null
    const post = await publish()
    settings.videoOembedUrl = address
    await publish({ youtubeVideoId: null })
    await server.settled()
    expect([(await read(post._id)).videoTitle, outside.requests.length]).toEqual([null, 0])
  })
})
