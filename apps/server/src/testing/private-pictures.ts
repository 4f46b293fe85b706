import type { Media } from '@parvis/contract/entity.ts'
import { answerEvent, removeEvent } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { logOut } from '@parvis/contract/session.ts'
import { newId } from '../kernel/ids.ts'
import { isLong } from './long.ts'
import { multipartOf } from './multipart.ts'
import { asPerson } from './people.ts'
import { noisyPicture } from './pictures.ts'
import type { TestServer, Visitor } from './test-server.ts'

/** Viewers, their user ids, and the ids of pictures, each by a name that the tests use. */
export interface PictureWorld {
  viewers: Map<string, Visitor>
  userIds: Map<string, string>
  pictureIds: Map<string, string>
}

/** Adds members of several communities, a guest, a visitor, and a member who has logged out but kept the cookies. */
const addViewers = async (server: TestServer, { viewers, userIds }: PictureWorld): Promise<void> => {
  const join = async (name: string, community: string, more: object = {}) => {
    const { visitor, userId } = await asPerson(server, {
      email: `${name.replaceAll(' ', '-')}@pictures.example`,
      community,
      ...more,
    })
    viewers.set(name, visitor)
    userIds.set(name, userId)
  }
  await join('author', 'residence-du-lac', { role: 'employee' })
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
  const savedCookies = new Map(left.cookies)
  await left.call(logOut)
  for (const [name, value] of savedCookies) left.cookies.set(name, value)
}

/** Returns the id of the channel of this type in which the lake residence posts. */
const findChannel = async ({ db, communityId }: TestServer, type: string): Promise<string> =>
  (
    await db
      .selectFrom('channels as ch')
      .innerJoin('community_channels as cc', 'cc.channel_id', 'ch.id')
      .select('ch.id')
      .where('cc.community_id', '=', await communityId('residence-du-lac'))
      .where('ch.channel_type', '=', type as never)
      .executeTakeFirstOrThrow()
  ).id

const upload = async ({ pictureIds }: PictureWorld, name: string, visitor: Visitor): Promise<string> => {
  const file = await noisyPicture(60, 40).jpeg().toBuffer()
  const { _id, uri } = (await visitor.send({ method: 'POST', url: '/media', ...multipartOf([['files', file]]) }))
    .answer as Media
  pictureIds.set(name, _id)
  return uri
}

/** Publishes, edits and deletes posts with pictures. */
const publishPictures = async (server: TestServer, world: PictureWorld): Promise<void> => {
  const author = world.viewers.get('author')!
  const [own, all] = [
    await findChannel(server, 'NeighborhoodEventChannel'),
    await findChannel(server, 'OrganizationEventChannel'),
  ]
  const post = async (photoUri: string, channelsIds: string[]) =>
    (await author.call(publishPost, { body: { description: 'Bonjour', photoUri, channelsIds } })).answer._id
  await post(await upload(world, "in the lake's feed", author), [own])
  const shared = await post(await upload(world, "in the organisation's feed", author), [all])
  const moved = await post(await upload(world, 'taken back from all', author), [all])
  await author.call(editPost, { params: { id: moved }, body: { channelsIds: [own] } })
  const edited = await post(await upload(world, 'edited away', author), [all])
  await author.call(editPost, { params: { id: edited }, body: { photoUri: null } })
  const deleted = await post(await upload(world, 'of a deleted post', author), [all])
  await author.call(removeEvent, { params: { id: deleted } })
  await upload(world, 'not used yet', author)
  await world.viewers.get('camper who answered')!.call(answerEvent, { params: { id: shared } })
}

const setPortraits = async ({ db }: TestServer, world: PictureWorld): Promise<void> => {
  const { viewers, userIds, pictureIds } = world
  for (const [name, person] of [
    ['portrait of the author', 'author'],
    ['portrait of a quiet one', 'quiet'],
    ['portrait of the answerer', 'camper who answered'],
  ] as const) {
    await upload(world, name, viewers.get(person)!)
    await db
      .updateTable('users')
      .set({ photo_id: pictureIds.get(name)! })
      .where('id', '=', userIds.get(person)!)
      .execute()
    await db.updateTable('media').set({ unused_since: null }).where('id', '=', pictureIds.get(name)!).execute()
  }
}

/** Fills a server with viewers and with pictures, most of which only some of the viewers may see. */
export const createPictureWorld = async (server: TestServer): Promise<PictureWorld> => {
  const world: PictureWorld = { viewers: new Map(), userIds: new Map(), pictureIds: new Map() }
  await addViewers(server, world)
  await publishPictures(server, world)
  await setPortraits(server, world)
  return world
}

export interface PictureRequest {
  name: string
  method?: 'GET' | 'HEAD'
  url: string
  headers?: Record<string, string>
}

export const sizes = ['thumb', 'card', 'full']
/** Sizes requested in every notation of the URL: all of them in the long run, else one. */
const notationSizes = (process.env.PICTURE_SPELLINGS ?? (isLong && 'all')) === 'all' ? sizes : ['card']

/**
 * Returns requests with notations of the URL that lead to the picture, and with similar URLs that must lead nowhere.
 */
export const listPictureRequests = (id: string, authorId: string): PictureRequest[] =>
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
          'x-user-id': authorId,
        },
      },
    ]
    return requests
  })

/**
 * Returns invalid signatures: of another picture, of another session, expired, truncated, extended, empty, repeated.
 */
export const invalidSignatures = (signature: string, otherSignature: string): string[] => {
  const [session = '', until = '', proof = ''] = signature.replace('s=', '').split('.')
  const later = (Number.parseInt(until, 36) + 60_000).toString(36)
  return [
    otherSignature,
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
