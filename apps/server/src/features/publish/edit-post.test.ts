import { getCurrentNeighborhood } from '@parvis/contract/community.ts'
import type { Media } from '@parvis/contract/entity.ts'
import { getEvent, type FeedPost, listEvents } from '@parvis/contract/feed.ts'
import { editPost, type PostBody, publishPost } from '@parvis/contract/publish.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { addPerson } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
let other: Visitor
let photo: Buffer
const published: BusMessages['event.updated'][] = []

beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
  other = await server.as('neighbor2')
  photo = await plainPicture().jpeg().toBuffer()
  server.platform.bus.subscribe('event.updated', message => published.push(message))
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
  published.length = 0
})
afterAll(() => server.close())

const written: PostBody = {
  title: 'Titre',
  description: 'Bonjour',
  youtubeVideoId: 'dQw4w9WgXcQ',
  lang: { en: { description: 'Hello' } },
}
const publish = async (body: PostBody = written, visitor = neighbor) =>
  (await visitor.call(publishPost, { body })).answer
const edit = (id: string, body: PostBody, visitor = neighbor) => visitor.call(editPost, { params: { id }, body })
const send = (id: string, method: string, parts: Parameters<typeof multipartOf>[0]) =>
  neighbor.send({ method, url: method === 'PUT' ? `/events/${id}` : '/events/publish', ...multipartOf(parts) })
const read = async (id: string) => (await neighbor.call(getEvent, { params: { id } })).answer
const bytesOf = async (uri: string) =>
  (await server.platform.storage.get(`${uri.slice('/media/'.length)}/full`)) !== null

describe('an edited post', () => {
  it('does not deadlock with posts that are published concurrently with the same picture', async () => {
    const { answer } = await neighbor.send({ method: 'POST', url: '/media', ...multipartOf([['files', photo]]) })
    const { uri: photoUri } = answer as Media
    const posts = await Promise.all([1, 2, 3].map(() => publish({ description: 'Photo', photoUri })))
    for (let round = 0; round < 3; round++) {
      const replies = await Promise.all(
        posts.flatMap(({ _id }) => [
          neighbor.call(publishPost, { body: { description: 'Photo', photoUri } }),
          edit(_id, { description: `Photo ${round}`, photoUri }),
        ]),
      )
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    }
  })

  it('has the sent fields, and retains all other fields, its publication time and its position in the feed', async () => {
    const before = await publish()
    await publish({ description: 'Plus récent' })
    server.clock.aheadMs += 60_000
    const { answer } = await edit(before._id, {
      description: ' Bonsoir ',
      title: null,
      lang: { en: { title: 'Title' } },
    })
    expect(answer).toEqual({
      ...before,
      dateUpdated: expect.any(String),
      version: before.version + 1,
      editedAt: expect.any(String),
      eventId: {
        ...before.eventId,
        title: null,
        description: 'Bonsoir',
        lang: { en: { title: 'Title', description: 'Hello', postDescription: null } },
      },
    })
    expect([answer.dateAdded, answer.dateUpdated > before.dateUpdated]).toEqual([before.dateAdded, true])
    expect((await neighbor.call(listEvents)).answer.docs[1]).toEqual(answer)
    expect(published).toEqual([
      { eventId: before._id, communityId: before.communityId, channelIds: before.channelsIds },
    ])
  })

  it('is found by its new text only', async () => {
    const { _id } = await publish({ description: 'hippopotame' })
    await edit(_id, { description: 'rhinocéros' })
    const found = async (search: string) =>
      (await neighbor.call(listEvents, { query: { search } })).answer.docs.map(doc => doc._id)
    expect([await found('hippopotame'), await found('rhinoceros')]).toEqual([[], [_id]])
  })

  it('can have its video replaced or removed', async () => {
    const { _id } = await publish()
    expect((await edit(_id, { youtubeVideoId: 'abcdefghijk' })).answer.eventId.youtubeVideoId).toBe('abcdefghijk')
    expect((await edit(_id, { youtubeVideoId: '' })).answer.eventId.youtubeVideoId).toBeNull()
  })

  it.each<[PostBody, string, string | undefined]>([
    [{ description: '', lang: { en: { description: ' ' } } }, 'descriptionmandatory', 'description'],
    [{ youtubeVideoId: 'x' }, 'invalidvideolink', 'youtubeVideoId'],
    [{ photoUri: 'x' }, 'badrequest', 'photoUri'],
    [{ photoUri: `/media/${newId()}` }, 'badrequest', 'photoUri'],
    [{ channelsIds: [newId()] }, 'forbidden', 'channelsIds'],
    [{ title: 'x'.repeat(121) }, 'badrequest', undefined],
  ])('with %j is refused with %s, and nothing changes', async (body, key, field) => {
    const before = await publish()
    expect((await edit(before._id, body)).error).toEqual({ key, ...(field && { field }) })
    expect([await read(before._id), published]).toEqual([before, []])
  })

  it('can be edited by its author only', async () => {
    const { _id } = await publish()
    for (const visitor of [other, await server.as('administrator'), await server.as('webmaster')])
      expect((await edit(_id, { description: 'b' }, visitor)).error).toEqual({ key: 'forbidden' })
    expect((await edit(_id, { description: 'b' }, await server.asGuest())).error.key).toBe('guestforbidden')
    await addPerson(server, { email: 'gare@test.example', password: 'parvis-demo', community: 'quartier-de-la-gare' })
    expect(
      (await edit(_id, { description: 'b' }, await server.as('gare@test.example', 'quartier-de-la-gare'))).error.key,
    ).toBe('error404')
    expect((await edit(newId(), { description: 'b' })).error.key).toBe('error404')
    expect((await edit('x', { description: 'b' })).error.key).toBe('error404')
    expect(published).toEqual([])
  })

  it('cannot be a post that the server wrote', async () => {
    const { userId } = await publish()
    expect(
      (await edit(await addEvent(server, { userId, group: 'welcome', description: 'Bienvenue' }), { description: 'b' }))
        .error.key,
    ).toBe('forbidden')
  })

  it('contains the changes of all concurrent edits', async () => {
    const { _id } = await publish()
    await Promise.all([
      edit(_id, { title: 'Un' }),
      edit(_id, { description: 'Deux' }),
      edit(_id, { lang: { en: { title: 'Three' } } }),
    ])
    expect((await read(_id)).eventId).toMatchObject({
      title: 'Un',
      description: 'Deux',
      lang: { en: { title: 'Three' } },
    })
  })
})

describe('the picture of an edited post', () => {
  it('is replaced or removed, and its files are deleted; a post without a picture needs a text', async () => {
    const first = (
      await send('', 'POST', [
        ['files', photo],
        ['alt', 'Un'],
      ])
    ).answer as FeedPost
    expect((await edit(first._id, { photoUri: null })).error.key).toBe('descriptionmandatory')
    expect(await bytesOf(first.photo!.uri)).toBe(true)
    const second = (
      await send(first._id, 'PUT', [
        ['files', photo],
        ['alt', 'Deux'],
      ])
    ).answer as FeedPost
    expect([
      second.photo!.alt,
      second.photo!.uri === first.photo!.uri,
      await bytesOf(first.photo!.uri),
      await bytesOf(second.photo!.uri),
    ]).toEqual(['Deux', false, false, true])
    expect((await edit(first._id, { photoUri: null, description: 'Sans photo' })).answer).toMatchObject({
      photo: null,
      eventId: { photoUri: null },
    })
    expect(await bytesOf(second.photo!.uri)).toBe(false)
  })

  it('is retained if the request repeats or omits it; its alternative text can change', async () => {
    const { _id, photo: kept } = (
      await send('', 'POST', [
        ['files', photo],
        ['alt', 'Un'],
      ])
    ).answer as FeedPost
    expect((await edit(_id, { description: 'a' })).answer.photo).toEqual(kept)
    expect((await edit(_id, { photoUri: kept!.uri, alt: 'Deux' })).answer.photo).toEqual({ ...kept, alt: 'Deux' })
    expect((await edit(_id, { lang: { en: { alt: 'Three' } } })).answer.photo).toMatchObject({
      alt: 'Deux',
      lang: { en: { alt: 'Three' } },
    })
  })

  it('is not deleted while another post uses it', async () => {
    const { uri } = (await neighbor.send({ method: 'POST', url: '/media', ...multipartOf([['files', photo]]) }))
      .answer as Media
    const [one, two] = [await publish({ photoUri: uri }), await publish({ photoUri: uri })]
    await edit(one._id, { photoUri: null, description: 'a' })
    expect(await bytesOf(uri)).toBe(true)
    await edit(two._id, { photoUri: null, description: 'a' })
    expect(await bytesOf(uri)).toBe(false)
  })

  it('has its latest alternative text in every post that shows it', async () => {
    const { uri } = (await neighbor.send({ method: 'POST', url: '/media', ...multipartOf([['files', photo]]) }))
      .answer as Media
    const alts = async (...ids: string[]) => Promise.all(ids.map(async id => (await read(id)).photo?.alt))
    const one = await publish({ photoUri: uri, alt: 'Un' })
    expect(await alts(one._id)).toEqual(['Un'])
    const two = await publish({ photoUri: uri, alt: 'Deux' })
    expect(await alts(one._id, two._id)).toEqual(['Deux', 'Deux'])
    await edit(one._id, { photoUri: uri, alt: 'Trois' })
    expect(await alts(one._id, two._id)).toEqual(['Trois', 'Trois'])
  })

  it('cannot be replaced by a file of an unsupported format, and the post remains unchanged', async () => {
    const before = await publish()
    const reply = await send(before._id, 'PUT', [
      ['description', 'autre'],
      ['files', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ])
    expect([reply.error, await read(before._id)]).toEqual([{ key: 'unsupportedmedia', field: 'files' }, before])
  })
})

describe('the audience of an edited post', () => {
  it('receives the live event on the previous and the new channels', async () => {
    await addPerson(server, {
      email: 'team@test.example',
      password: 'parvis-demo',
      role: 'employee',
      community: 'camping-des-pins',
    })
    const employee = await server.as('team@test.example', 'camping-des-pins')
    const [usual, all] = (await employee.call(getCurrentNeighborhood)).answer.channels.map(({ _id }) => _id) as [
      string,
      string,
    ]
    const { _id } = await publish({ description: 'a' }, employee)
    expect((await edit(_id, { channelsIds: [all] }, employee)).answer.channelsIds).toEqual([all])
    expect(published.map(({ channelIds }) => [...channelIds].sort())).toEqual([[usual, all].sort()])
    expect((await edit(_id, { description: 'b' }, employee)).answer.channelsIds).toEqual([all])
  })
})

it('editedAt is set only if the post was changed, not if it was saved without a change', async () => {
  const { _id, editedAt } = await publish()
  expect(editedAt).toBeNull()
  expect((await edit(_id, { ...written })).answer.editedAt).toBeNull()
  const before = Date.now()
  const { answer } = await edit(_id, { title: 'Autre titre' })
  expect(Date.parse(answer.editedAt!)).toBeGreaterThanOrEqual(before - 1)
  expect((await edit(_id, { title: 'Autre titre' })).answer.editedAt).toBe(answer.editedAt)
})
