import { POSTS_PER_MINUTE } from './publish-post.service.ts'
import { type Community, getCommunity, getCurrentNeighborhood } from '@parvis/contract/community.ts'
import { getEvent, type FeedPost, listEvents, removeEvent } from '@parvis/contract/feed.ts'
import { type PostBody, publishPost, MAX_TEXT_LENGTH } from '@parvis/contract/publish.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { newId } from '#server/kernel/ids.ts'
import { logInCamper } from '#server/testing/campers.ts'
import { addPerson } from '#server/testing/people.ts'
import { countPostRows, photoCalls } from '#server/testing/photo-posts.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
let photo: Buffer
const published: BusMessages['event.created'][] = []

beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
  photo = await plainPicture().jpeg().toBuffer()
  server.platform.bus.subscribe('event.created', message => published.push(message))
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
  published.length = 0
})
afterAll(() => server.close())

const publish = (body: PostBody, visitor = neighbor) => visitor.call(publishPost, { body })
const { withPhoto, fetches } = photoCalls(() => ({ neighbor, photo }))
const counts = () => countPostRows(server)
const camper = (role?: 'neighbor' | 'employee') => logInCamper(server, role)

describe('a post', () => {
  it('comes first in the feed as it was written, and is published live once it is stored', async () => {
    const { answer } = await publish({
      title: ' Vide-grenier ',
      description: 'Samedi, place de la fontaine.',
      postDescription: '',
      youtubeVideoId: 'dQw4w9WgXcQ',
      lang: { en: { title: 'Jumble sale', description: ' ' } },
    })
    const me = (await neighbor.call(getSession)).answer
    expect(answer).toMatchObject({
      userId: me._id,
      communityId: me.communityId,
      groupId: 'post',
      interestedCount: 0,
      interested: false,
      templateId: null,
      photo: null,
      eventId: {
        title: 'Vide-grenier',
        description: 'Samedi, place de la fontaine.',
        postDescription: null,
        youtubeVideoId: 'dQw4w9WgXcQ',
        photoUri: null,
        lang: { en: { title: 'Jumble sale', description: null, postDescription: null } },
      },
      abilities: { edit: true, remove: true, answer: false, flag: false, seeAnswers: true },
    })
    expect((await neighbor.call(listEvents)).answer.docs[0]).toEqual(answer)
    expect(
      (await (await server.as('neighbor2')).call(getEvent, { params: { id: answer._id } })).answer.abilities,
    ).toMatchObject({ answer: true, edit: false })
    expect(published).toEqual([{ eventId: answer._id, communityId: me.communityId, channelIds: answer.channelsIds }])
    for (const search of ['grenier', 'jumble', 'fontaine'])
      expect((await neighbor.call(listEvents, { query: { search } })).answer.docs.map(doc => doc._id)).toContain(
        answer._id,
      )
  })

  it.each<[PostBody, string, string]>([
    [{}, 'descriptionmandatory', 'description'],
    [{ description: ' \n\t ', title: 'Seul' }, 'descriptionmandatory', 'description'],
    [
      { description: '\u200B\u3164\u2800\u2060', lang: { en: { description: '\u00AD' } } },
      'descriptionmandatory',
      'description',
    ],
    [{ description: null, lang: { en: { description: '' } } }, 'descriptionmandatory', 'description'],
    [{ postDescription: 'Seulement la suite' }, 'descriptionmandatory', 'description'],
    [{ youtubeVideoId: 'dQw4w9WgXcQ' }, 'descriptionmandatory', 'description'],
    [{ description: 'a', youtubeVideoId: 'https://youtu.be/dQw4w9WgXcQ' }, 'invalidvideolink', 'youtubeVideoId'],
    [{ description: 'a', youtubeVideoId: 'x' }, 'invalidvideolink', 'youtubeVideoId'],
    [{ description: 'a', youtubeVideoId: '"><script>1' }, 'invalidvideolink', 'youtubeVideoId'],
    [{ description: 'a', photoUri: 'nonsense' }, 'badrequest', 'photoUri'],
    [{ description: 'a', photoUri: 'https://evil.example/a.jpg' }, 'badrequest', 'photoUri'],
    [{ description: 'a', photoUri: `/media/${newId()}` }, 'badrequest', 'photoUri'],
    [{ description: 'a', photoUri: `/media/${newId()}/full` }, 'badrequest', 'photoUri'],
    [{ description: 'a', channelsIds: [newId()] }, 'forbidden', 'channelsIds'],
  ])('with %j is refused: %s', async (body, key, field) => {
    const before = await counts()
    expect((await publish(body)).error).toEqual({ key, field })
    expect([await counts(), published]).toEqual([before, []])
  })

  it.each<unknown>([
    null,
    [],
    'text',
    { description: 7 },
    { description: ['a'] },
    { description: 'x'.repeat(MAX_TEXT_LENGTH + 1) },
    { title: 'x'.repeat(121), description: 'a' },
    { description: 'a', lang: 'en' },
    { description: 'a', lang: { en: { description: 7 } } },
    { description: 'a', channelsIds: ['x'] },
    { description: 'a', tmpId: '' },
    { description: 'a', tmpId: 'x'.repeat(65) },
    { description: 'a', photoUri: 7 },
    { description: 'a\u0000b' },
  ])('with %j is refused by the schema', async body => {
    const before = await counts()
    expect((await publish(body as PostBody)).error.key).toBe('badrequest')
    expect([await counts(), published]).toEqual([before, []])
  })

  it('may have an English text only, or a picture only', async () => {
    expect((await publish({ lang: { en: { description: 'Hello' } } })).status).toBe(200)
    expect((await withPhoto()).answer).toMatchObject({ eventId: { description: null }, photo: { width: 320 } })
  })

  it('is refused for guests, and for neighbours if the community does not let them post', async () => {
    expect((await publish({ description: 'a' }, await server.asGuest())).error.key).toBe('guestforbidden')
    await server.db
      .updateTable('communities')
      .set({ accept_posts: false })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
    try {
      expect((await publish({ description: 'a' }, await server.as('neighbor'))).error.key).toBe('forbidden')
      expect((await publish({}, await server.as('advertiser'))).error.key).toBe('forbidden')
      expect((await publish({ description: 'a' }, await server.as('employee'))).status).toBe(200)
    } finally {
      await server.db
        .updateTable('communities')
        .set({ accept_posts: true })
        .where('custom_uri', '=', 'les-tilleuls')
        .execute()
    }
  })

  it('is stored, with or without a picture, even if its live event fails', async () => {
    const { bus } = server.platform
    const publishSpy = vi.spyOn(bus, 'publish').mockImplementation(() => {
      throw new Error('the bus is away')
    })
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    try {
      for (const reply of [
        await publish({ description: 'sans écho' }),
        await withPhoto([['description', 'sans écho']]),
      ]) {
        const { _id, eventId } = reply.answer as FeedPost
        expect((await neighbor.call(getEvent, { params: { id: _id } })).answer.eventId).toEqual(eventId)
        if (eventId.photoUri) expect(await fetches(neighbor, eventId.photoUri)).toBe(200)
      }
      expect([publishSpy.mock.calls.length, logged.mock.calls.length]).toEqual([2, 2])
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('is refused above the rate limit; invalid and repeated requests do not count', async () => {
    const { _id } = (await neighbor.call(getSession)).answer
    await server.db
      .insertInto('attempts')
      .values({ bucket: `post ${_id}`, at: Array.from({ length: POSTS_PER_MINUTE - 1 }, () => new Date()) })
      .execute()
    expect((await publish({})).error.key).toBe('descriptionmandatory')
    expect((await publish({ description: 'a', tmpId: 'last' })).status).toBe(200)
    const { status, error, headers } = await publish({ description: 'b' })
    expect([status, error.key, Number(headers['retry-after']) > 0]).toEqual([429, 'toomanyrequests', true])
    expect((await publish({ description: 'a', tmpId: 'last' })).status).toBe(200)
  })
})

describe('the audience of a post', () => {
  const channels = async (visitor: Visitor): Promise<Community['channels']> =>
    (await visitor.call(getCurrentNeighborhood)).answer.channels

  it('is the community; the team of an organisation can choose all of its communities', async () => {
    const types = async (visitor: Visitor) => (await channels(visitor)).map(({ channeltype }) => channeltype)
    expect(await types(neighbor)).toEqual(['NeighborhoodEventChannel'])
    expect(await types(await server.as('administrator'))).toEqual(['NeighborhoodEventChannel'])
    expect(await types(await camper())).toEqual(['NeighborhoodEventChannel'])
    expect(await types(await camper('employee'))).toEqual(['NeighborhoodEventChannel', 'OrganizationEventChannel'])
    expect(await types(await server.asGuest())).toEqual([])
  })

  it('is not revealed by the channels of the community to users outside the community', async () => {
    for (const visitor of [server.visitor(), await camper('employee')])
      expect((await visitor.call(getCommunity, { params: { idOrUri: 'les-tilleuls' } })).answer.channels).toEqual([])
    expect((await neighbor.call(getCommunity, { params: { idOrUri: 'les-tilleuls' } })).answer.channels).toEqual(
      await channels(neighbor),
    )
  })

  it('is the default channel unless another is chosen', async () => {
    const employee = await camper('employee')
    const [usual, all] = (await channels(employee)).map(({ _id }) => _id) as [string, string]
    expect((await publish({ description: 'a' }, employee)).answer.channelsIds).toEqual([usual])
    expect((await publish({ description: 'a', channelsIds: [] }, employee)).answer.channelsIds).toEqual([usual])
    const { answer } = await publish({ description: 'Pour tous', channelsIds: [all, all] }, employee)
    expect(answer.channelsIds).toEqual([all])
    await addPerson(server, { email: 'lake@test.example', password: 'parvis-demo', community: 'residence-du-lac' })
    const lake = await server.as('lake@test.example', 'residence-du-lac')
    expect((await lake.call(getEvent, { params: { id: answer._id } })).answer).toMatchObject({
      eventId: { description: 'Pour tous' },
      abilities: { answer: true },
    })
    expect((await neighbor.call(getEvent, { params: { id: answer._id } })).status).toBe(404)
  })

  it('excludes channels that the author may not use', async () => {
    const [, all] = await channels(await camper('employee'))
    const share = await server.db
      .selectFrom('channels')
      .select('id')
      .where('channel_type', '=', 'ShareChannel')
      .where('community_id', '=', await server.communityId('les-tilleuls'))
      .executeTakeFirstOrThrow()
    for (const channelsIds of [[all!._id], [share.id], [(await channels(neighbor))[0]!._id, share.id]])
      expect((await publish({ description: 'a', channelsIds })).error).toEqual({
        key: 'forbidden',
        field: 'channelsIds',
      })
    expect((await publish({ description: 'a', channelsIds: [all!._id] }, await camper())).error.key).toBe('forbidden')
  })
})

describe('a post that is sent again with the same idempotency key', () => {
  const publishTimes = async (tmpId: string, times: number, body: PostBody = { description: 'Une fois' }) =>
    Promise.all(Array.from({ length: times }, () => publish({ ...body, tmpId })))

  it('is stored once, also concurrently', async () => {
    const before = (await counts())!.events
    const replies = [
      ...(await publishTimes('same', 12)),
      ...(await publishTimes('same', 3, { description: 'Autre chose' })),
    ]
    expect(replies.map(reply => reply.status)).toEqual(replies.map(() => 200))
    expect(new Set(replies.map(reply => reply.answer._id)).size).toBe(1)
    expect(replies.at(-1)!.answer.eventId.description).toBe('Une fois')
    expect([Number((await counts())!.events), published.length]).toEqual([Number(before) + 1, 1])
  })

  it('stores its picture once', async () => {
    const before = (await counts())!.media
    const replies = await Promise.all([1, 2, 3].map(() => withPhoto([['tmpId', 'with picture']])))
    expect(new Set(replies.map(reply => (reply.answer as FeedPost)._id)).size).toBe(1)
    expect(Number((await counts())!.media)).toBe(Number(before) + 1)
  })

  it('is a separate post if another member sends it', async () => {
    const [mine] = await publishTimes('shared', 1)
    const theirs = await publish({ description: 'La mienne', tmpId: 'shared' }, await server.as('neighbor2'))
    expect(theirs.answer._id).not.toBe(mine!.answer._id)
  })

  it('does not restore the post if it was removed', async () => {
    const [first] = await publishTimes('gone', 1)
    await neighbor.call(removeEvent, { params: { id: first!.answer._id } })
    const [again] = await publishTimes('gone', 1)
    expect(again!.error.key).toBe('error404')
  })

  it('is stored if the earlier requests were refused', async () => {
    expect((await publish({ description: '', tmpId: 'second try' })).status).toBe(400)
    expect((await publish({ description: 'a', photoUri: `/media/${newId()}`, tmpId: 'second try' })).status).toBe(400)
    expect((await publish({ description: 'a', tmpId: 'second try' })).status).toBe(200)
  })
})
