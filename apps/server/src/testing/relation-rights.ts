import type { ChannelType } from '@parvis/contract/community.ts'
import { newId } from '../kernel/ids.ts'
import { sql } from 'kysely'
import { hashSecret, newSecret } from '../kernel/secrets.ts'
import { ensurePairConversation } from '../features/chat/conversation.service.ts'
import { createDigestLink } from '../features/digests/digest-link.service.ts'
import { addDeal, dealBody } from './deals.ts'
import { addEvent } from './events.ts'
import { addMessages } from './messages.ts'
import { addCase, type NewCase } from './moderation-cases.ts'
import { addPerson, newPseudo } from './people.ts'
import type { MakeThing, Person, RelationCall } from './relations.ts'
import { get, json, type Request } from './rights.ts'
import { turnOnFactor } from './second-factor.ts'
import type { TestServer } from './test-server.ts'

/**
 * The expected answers of every call whose path or body identifies an entity, by its owner. A dash marks cases that do
 * not exist: staff cannot be blocked, a place has no owner.
 */
export const relationTable = `
                                               | as            | own       | same            | elsewhere              | blocker         | left            | shutout   | gone
GET /events (userId)                           | neighbor      | .         | .               | .                      | .               | .               | nosession | nosession
GET /events/details/:id                        | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
GET /events/community/:id                      | neighbor      | .         | .               | .                      | .               | .               | .         | .
GET /events/ics/:id                            | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
GET /calendar/:file                            | neighbor      | .         | .               | .                      | .               | error404        | error404  | error404
GET /digests/stop/:token                       | neighbor      | .         | .               | .                      | .               | .               | .         | .
POST /digests/stop/:token                      | neighbor      | .         | .               | .                      | .               | .               | .         | .
PUT /events/:id                                | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
PUT /events/:id (photoUri)                     | neighbor      | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
PUT /events/:id (channelsIds)                  | neighbor      | .         | -               | forbidden              | -               | -               | nosession | nosession
DELETE /events/:id                             | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
DELETE /events/:id (by an administrator)       | administrator | .         | .               | error404               | -               | error404        | nosession | -
POST /events/interested/:id                    | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
POST /events/uninterested/:id                  | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
POST /events/cancel/:id                        | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
PUT /events/flag/:id                           | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
PUT /events/pin/:id                            | employee      | .         | .               | error404               | -               | error404        | nosession | -
DELETE /events/pin/:id                         | employee      | .         | .               | error404               | -               | error404        | nosession | -
POST /events/publish (photoUri)                | neighbor      | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
POST /events/publish (channelsIds)             | employee      | .         | -               | forbidden              | -               | -               | nosession | -
GET /messages/users/:id                        | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
GET /messages (userId)                         | neighbor      | error404  | .               | error404               | forbidden       | .               | nosession | nosession
GET /messages (pseudo)                         | neighbor      | error404  | .               | error404               | forbidden       | error404        | nosession | nosession
GET /messages (eventId)                        | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
POST /messages (to)                            | neighbor      | forbidden | .               | error404               | forbidden       | forbidden       | nosession | nosession
POST /messages (eventId)                       | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
POST /messages (image)                         | neighbor      | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
POST /messages/exitchat (userId)               | neighbor      | error404  | .               | error404               | forbidden       | .               | nosession | nosession
POST /messages/exitchat (pseudo)               | neighbor      | error404  | .               | error404               | forbidden       | error404        | nosession | nosession
POST /messages/exitchat (eventId)              | neighbor      | .         | forbidden       | error404               | error404        | error404        | nosession | nosession
DELETE /messages/:id                           | neighbor      | .         | error404        | error404               | error404        | error404        | nosession | nosession
DELETE /messages/:id (written to the caller)   | neighbor      | -         | forbidden       | -                      | forbidden       | forbidden       | -         | -
PUT /messages/flag/:id                         | neighbor      | forbidden | error404        | error404               | error404        | error404        | nosession | nosession
PUT /messages/flag/:id (written to the caller) | neighbor      | -         | .               | -                      | .               | .               | -         | -
GET /media/addresses (ids)                     | neighbor      | .         | .               | .                      | .               | .               | nosession | nosession
GET /media/:id/preview.jpg (a post's)          | neighbor      | error404  | error404        | error404               | error404        | error404        | error404  | error404
GET /media/:id/:size (not used yet)            | neighbor      | .         | error404        | error404               | error404        | error404        | error404  | error404
GET /media/:id/:size (a post's)                | neighbor      | .         | .               | error404               | error404        | error404        | error404  | error404
GET /media/:id/:size (a portrait)              | neighbor      | .         | .               | error404               | error404        | error404        | error404  | error404
GET /media/:id/:size (a message's)             | neighbor      | .         | .               | error404               | error404        | .               | error404  | error404
GET /media/:id/:size (a message's to others)   | neighbor      | -         | error404        | error404               | error404        | error404        | -         | -
GET /api/user (userId)                         | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
GET /api/user (pseudo)                         | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
GET /api/user/pseudo (pseudo)                  | neighbor      | .         | .               | .                      | .               | .               | nosession | nosession
PUT /api/user (pseudo)                         | neighbor      | .         | pseudoduplicate | .                      | pseudoduplicate | pseudoduplicate | nosession | nosession
PUT /api/user (photoUri)                       | neighbor      | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
PUT /api/flag/:id                              | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
PUT /users/block/:id                           | neighbor      | forbidden | .               | error404               | error404        | error404        | nosession | nosession
PUT /users/unblock/:id                         | neighbor      | .         | .               | error404               | error404        | error404        | nosession | nosession
POST /api/auth/switch (targetUserId)           | neighbor      | .         | error404        | error404               | error404        | error404        | nosession | nosession
DELETE /api/user/sessions (_id)                | neighbor      | .         | error404        | error404               | error404        | error404        | nosession | nosession
POST /api/booking (locationId)                 | neighbor      | .         | -               | accommodationmandatory | -               | -               | nosession | nosession
GET /templates/:id                             | employee      | .         | -               | error404               | -               | -               | nosession | -
PUT /templates/:id                             | employee      | .         | -               | error404               | -               | -               | nosession | -
PUT /templates/:id (photoUri)                  | employee      | .         | badrequest      | badrequest             | -               | -               | nosession | -
PUT /templates/:id (channelId)                 | employee      | .         | -               | forbidden              | -               | -               | nosession | -
PUT /templates/:id (categoryId)                | employee      | .         | -               | error404               | -               | -               | nosession | -
DELETE /templates/:id                          | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates (photoUri)                     | employee      | .         | badrequest      | badrequest             | -               | -               | nosession | -
POST /templates (channelId)                    | employee      | .         | -               | forbidden              | -               | -               | nosession | -
POST /templates (categoryId)                   | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates/publish (templateId)           | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates/publish (channelsIds)          | employee      | .         | -               | forbidden              | -               | -               | nosession | -
POST /templates/publish (locationId)           | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates/publish (equipmentId)          | employee      | .         | -               | error404               | -               | -               | nosession | -
POST /templates/publish (goodDealId)           | neighbor      | .         | .               | error404               | -               | error404        | nosession | nosession
POST /templates/alerts (templatesIds)          | neighbor      | .         | -               | error404               | -               | -               | nosession | nosession
DELETE /templates/alert/:templateId            | neighbor      | .         | -               | .                      | -               | -               | nosession | nosession
GET /gooddeals (id)                            | advertiser    | .         | .               | .                      | -               | error404        | .         | error404
GET /gooddeals (id, waits)                     | advertiser    | .         | error404        | error404               | -               | error404        | error404  | error404
POST /gooddeals (photoUri)                     | advertiser    | .         | badrequest      | badrequest             | -               | -               | nosession | nosession
POST /gooddeals (templateId)                   | advertiser    | error404  | -               | error404               | -               | -               | nosession | nosession
PUT /gooddeals/:id                             | advertiser    | .         | forbidden       | forbidden              | -               | error404        | nosession | nosession
PUT /gooddeals/:id (photoUri)                  | administrator | .         | badrequest      | badrequest             | -               | -               | nosession | -
PUT /gooddeals/:id (templateId)                | administrator | error404  | -               | error404               | -               | -               | nosession | -
POST /gooddeals/end/:id                        | advertiser    | .         | forbidden       | forbidden              | -               | error404        | nosession | nosession
DELETE /gooddeals/:id                          | advertiser    | .         | forbidden       | forbidden              | -               | error404        | nosession | nosession
PUT /gooddeals/map (_id)                       | employee      | .         | .               | forbidden              | -               | error404        | nosession | -
PUT /gooddeals/map (mapPhotoUri)               | employee      | .         | badrequest      | badrequest             | -               | -               | nosession | -
PUT /gooddeals/flag/:id                        | neighbor      | -         | .               | .                      | -               | error404        | nosession | nosession
POST /gooddeals/seen/:id                       | neighbor      | -         | .               | .                      | -               | error404        | nosession | nosession
POST /gooddeals/route/:id                      | neighbor      | -         | .               | .                      | -               | error404        | nosession | nosession
PUT /admin/deals/:id                           | administrator | .         | .               | error404               | -               | error404        | nosession | -
GET /admin/moderation/:id                      | administrator | error404  | .               | error404               | -               | .               | nosession | -        
PUT /admin/moderation/:id                      | administrator | error404  | .               | error404               | -               | .               | nosession | -        
PUT /admin/moderation/:id/restore              | administrator | error404  | .               | error404               | -               | .               | nosession | -        
PUT /admin/moderation/:id/appeal               | administrator | error404  | .               | error404               | -               | .               | nosession | -        
POST /moderation/appeals (caseId)              | neighbor      | .         | error404        | error404               | error404        | error404        | nosession | nosession
POST /moderation/appeal (caseId)               | neighbor      | .         | error404        | error404               | -               | -               | .         | .
DELETE /admin/members/:id/second-factor        | administrator | forbidden | .               | error404               | -               | -               | nosession | -        
GET /admin/members/:id                         | administrator | .         | .               | error404               | -               | error404        | nosession | -
PUT /admin/members/:id                         | administrator | forbidden | .               | error404               | -               | error404        | nosession | -
PUT /admin/waiting/:id                         | administrator | .         | -               | error404               | -               | -               | nosession | -
POST /admin/members/:id/reset                  | administrator | .         | .               | error404               | -               | error404        | nosession | -
POST /admin/members/:id/code                   | administrator | .         | -               | error404               | -               | -               | nosession | -
POST /admin/members/:id/stays                  | administrator | .         | .               | error404               | -               | error404        | nosession | -
POST /admin/members/:id/stays (locationId)     | administrator | .         | -               | accommodationmandatory | -               | -               | nosession | -
PUT /admin/stays/:id                           | administrator | .         | .               | error404               | -               | .               | nosession | -
PUT /admin/stays/:id (locationId)              | administrator | .         | -               | accommodationmandatory | -               | -               | nosession | -
DELETE /admin/stays/:id                        | administrator | .         | .               | error404               | -               | .               | nosession | -
POST /admin/invitations (stay)                 | administrator | .         | -               | accommodationmandatory | -               | -               | nosession | -
DELETE /admin/invitations/:id                  | administrator | .         | -               | error404               | -               | -               | nosession | -
PUT /admin/places/:id                          | administrator | .         | -               | error404               | -               | -               | nosession | -
DELETE /admin/places/:id                       | administrator | .         | -               | error404               | -               | -               | nosession | -
PUT /admin/community (_id)                     | administrator | .         | -               | forbidden              | -               | -               | nosession | -
PUT /communities/map (_id)                     | employee      | .         | -               | forbidden              | -               | -               | nosession | -
PUT /communities/map (mapPhotoUri)             | employee      | .         | badrequest      | badrequest             | -               | -               | nosession | -
GET /communities/:id/welcome.pdf               | neighbor      | .         | -               | error404               | -               | -               | nosession | nosession
GET /communities/:idOrUri                      | neighbor      | .         | -               | .                      | -               | -               | .         | .
GET /communities/:idOrUri/information          | neighbor      | .         | -               | .                      | -               | -               | .         | .
`

/**
 * Parameters that name nobody’s thing: positions in a list, catalogue entries, and what another parameter already
 * identifies.
 */
export const unownedParams =
  /^(?:communityId|categoryId|cityId|filter|channelsIds|channelId|locationId|equipmentId|upTo|idOrUri|name|size)$/

export const relationCalls = (server: TestServer): Record<string, RelationCall> => {
  const { db, platform, communityId } = server
  const post: MakeThing = ({ userId, community }) =>
    addEvent(server, { userId, community, description: 'Bonjour', dateId: '2030-06-13' })
  const person: MakeThing = async ({ userId }) => userId
  const addThirdPerson = async ({ community }: Person) =>
    (await addPerson(server, { email: `${newId()}@relations.example`, pseudo: newPseudo(), community })).userId
  const pseudo: MakeThing = async ({ userId }) =>
    (await db.selectFrom('users').select('pseudo').where('id', '=', userId).executeTakeFirstOrThrow()).pseudo!
  const messageToThird: MakeThing = async owner =>
    (await addMessages(server, await communityId(owner.community), owner.userId, await addThirdPerson(owner)))[0]!
  const messageToCaller: MakeThing = async (owner, caller) =>
    (await addMessages(server, await communityId(owner.community), owner.userId, caller.userId))[0]!
  const pair: MakeThing = async (owner, caller) => {
    const home = await communityId(owner.community)
    if (owner.community === caller.community && owner !== caller)
      await ensurePairConversation(
        db,
        { userId: owner.userId, communityId: home },
        { userId: caller.userId, communityId: home },
      )
    return owner.userId
  }
  const deal: MakeThing = ({ userId, community }) => addDeal(server, { userId, community })
  const pendingDeal: MakeThing = ({ userId, community }) => addDeal(server, { userId, community, isPending: true })
  const dealOfTemplate: MakeThing = async owner => {
    const id = await deal(owner, owner)
    const { template_id } = await db
      .selectFrom('deals')
      .select('template_id')
      .where('template_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await db.updateTable('deals').set({ template_id }).where('id', '=', id).execute()
    return id
  }
  const template: MakeThing = async ({ community }) => {
    const id = newId()
    const { id: category_id } = await db
      .selectFrom('template_categories')
      .select('id')
      .where('community_id', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('templates')
      .values({
        id,
        community_id: await communityId(community),
        category_id,
        type: 'Template',
        name: 'Note',
        description: 'Bonjour',
        picto: 'memo',
        position: 0,
        accept_notif: true,
      })
      .execute()
    return id
  }
  const place = async (community: string) =>
    (
      await db
        .selectFrom('places')
        .select('id')
        .where('community_id', '=', await communityId(community))
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id
  const newPlace: MakeThing = async ({ community }) => {
    const id = newId()
    const row = { community_id: await communityId(community), id, kind: 'location', name: 'Verger', name_en: null }
    await db
      .insertInto('places')
      .values({ ...row, kind: 'location' })
      .execute()
    return id
  }
  const [arrival, departure] = ['2027-07-04', '2027-07-18']
  const stay: MakeThing = async ({ userId, community }) => {
    const id = newId()
    await db
      .insertInto('bookings')
      .values({
        community_id: await communityId(community),
        id,
        user_id: userId,
        place_id: await place(community),
        arrival,
        departure,
        given_arrival: arrival,
        given_departure: departure,
      })
      .execute()
    return id
  }
  const invitedMember: MakeThing = async ({ community }) => {
    const { userId } = await addPerson(server, {
      email: `${newId()}@relations.example`,
      pseudo: newPseudo(),
      community,
    })
    await db.updateTable('users').set({ first_login: true, invited_at: new Date() }).where('id', '=', userId).execute()
    return userId
  }
  const newcomer: MakeThing = async ({ community }) =>
    (
      await addPerson(server, {
        email: `${newId()}@relations.example`,
        pseudo: newPseudo(),
        community,
        enabled: false,
      })
    ).userId
  const memberByLetter: MakeThing = async ({ community }) =>
    (await addPerson(server, { email: null, pseudo: newPseudo(), community })).userId
  const session: MakeThing = async ({ userId, community }) => {
    const id = newId()
    const { account_id } = await db
      .selectFrom('users')
      .select('account_id')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('sessions')
      .values({
        token_hash: hashSecret(newSecret()),
        id,
        account_id,
        community_id: await communityId(community),
        user_id: userId,
        strategy: 'local',
      })
      .execute()
    return id
  }
  const digest: MakeThing = async ({ userId, community }) =>
    createDigestLink(server.platform, { communityId: await communityId(community), userId })
  const calendar: MakeThing = async ({ userId, community }) => {
    const secret = newSecret()
    await db
      .insertInto('calendar_addresses')
      .values({
        community_id: await communityId(community),
        user_id: userId,
        secret_hash: hashSecret(secret),
        only_mine: false,
        language: 'fr',
        created_at: new Date(),
      })
      .execute()
    return secret
  }
  const picture =
    (kind: 'unused' | 'post' | 'portrait' | 'message' | 'others'): MakeThing =>
    async (owner, caller) => {
      const id = newId()
      const community_id = await communityId(owner.community)
      await db
        .insertInto('media')
        .values({
          id,
          width: 1,
          height: 1,
          thumbhash: '',
          class: kind === 'message' || kind === 'others' ? 'conversation' : 'community',
          community_id,
          user_id: owner.userId,
          unused_since: kind === 'unused' ? new Date() : null,
        })
        .execute()
      await platform.storage.put(`${id}/thumb`, Buffer.from('RIFF'))
      if (kind === 'post')
        await db
          .updateTable('events')
          .set({ photo_id: id })
          .where('id', '=', await post(owner, caller))
          .execute()
      if (kind === 'portrait')
        await db.updateTable('users').set({ photo_id: id }).where('id', '=', owner.userId).execute()
      if (kind === 'message' || kind === 'others') {
        const isForCaller = kind === 'message' && owner.community === caller.community && owner !== caller
        const message = await (isForCaller ? messageToCaller : messageToThird)(owner, caller)
        await db.updateTable('messages').set({ image_id: id }).where('id', '=', message).execute()
      }
      return id
    }
  const welcomePdf: MakeThing = async ({ community }) => {
    const [id, home] = [newId(), await communityId(community)]
    await platform.storage.put(`${id}/pdf`, Buffer.from('%PDF-1.7\n%%EOF'))
    await db
      .updateTable('communities')
      .set({ welcome_id: id, welcome_bytes: 14, welcome_at: new Date() })
      .where('id', '=', home)
      .execute()
    return home
  }
  const home: MakeThing = ({ community }) => communityId(community)
  const moderationCase =
    (decided: NewCase['decided']): MakeThing =>
    async (owner, caller) =>
      addCase(server, {
        communityId: await communityId(owner.community),
        authorId: owner.userId,
        postId: await post(owner, caller),
        decided,
      })
  const withoutBody =
    (method: string, url: (id: string) => string) =>
    (id: string): Request => ({ method, url: url(id) })
  const withBody =
    (method: string, path: string, body: object = {}) =>
    (id: string) =>
      json(method, path.replace(/:\w+/, id), body)
  const stayRequest = async (id: string, method: string, path: string) =>
    json(method, path.replace(':id', id), { locationId: await place('les-tilleuls'), arrival, departure })
  const messageRequest = (name: object) => json('POST', '/messages', { tmpId: newId(), text: 'Bonjour', ...name })
  const channelOf =
    (type: ChannelType): MakeThing =>
    async ({ community }) =>
      (
        await db
          .selectFrom('channels')
          .select('id')
          .where('community_id', '=', await communityId(community))
          .where('channel_type', '=', type)
          .executeTakeFirstOrThrow()
      ).id
  const [channel, templateChannel] = [channelOf('NeighborhoodEventChannel'), channelOf('TemplateChannel')]
  const category: MakeThing = async ({ community }) => {
    const one = await db.selectFrom('template_categories').selectAll().limit(1).executeTakeFirstOrThrow()
    const id = newId()
    await db
      .insertInto('template_categories')
      .values({ ...one, id, community_id: await communityId(community) })
      .execute()
    return id
  }
  const equipment: MakeThing = async ({ community }) => {
    const id = newId()
    await db
      .insertInto('places')
      .values({ community_id: await communityId(community), id, kind: 'equipment', name: 'Four', name_en: null })
      .execute()
    return id
  }
  const stayAndPlace: MakeThing = async (owner, caller) => {
    const id = await stay(caller, caller)
    await db
      .updateTable('bookings')
      .set({ arrival: '2026-01-01', given_arrival: '2026-01-01' })
      .where('id', '=', id)
      .execute()
    return newPlace(owner, caller)
  }
  const atHome = { community: 'les-tilleuls' } as Person
  const addNeighbor = () => addThirdPerson(atHome)
  const addStay = async () => stay({ ...atHome, userId: await addNeighbor() }, atHome)
  const ownTemplate = () => template(atHome, atHome)
  const someCategory = async () =>
    (
      await db
        .selectFrom('template_categories')
        .select('id')
        .where('community_id', 'is', null)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id
  const newTemplate = async (more: object) =>
    json('POST', '/templates', { name: 'Note', description: 'Bonjour', categoryId: await someCategory(), ...more })
  const activityTemplateId = async () =>
    (
      await db
        .selectFrom('templates')
        .select('id')
        .where('type', '=', 'Activity')
        .where('community_id', 'is', null)
        .where(sql<boolean>`coalesce('Neighborhood' = any (community_types), true)`)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).id
  const dealTemplateId = async () =>
    (
      await db
        .selectFrom('deals')
        .select('template_id')
        .where('template_id', 'is not', null)
        .limit(1)
        .executeTakeFirstOrThrow()
    ).template_id
  const afterUnpinning = (ask: (id: string) => Request) => async (id: string) => {
    await db.updateTable('events').set({ pinned_until: null }).where('pinned_until', 'is not', null).execute()
    return ask(id)
  }
  const ownedByAdvertiser = { owner: 'advertiser' } as const

  return {
    'GET /events (userId)': { make: person, ask: id => get(`/events?userId=${id}`) },
    'GET /events/details/:id': { make: post, ask: withoutBody('GET', id => `/events/details/${id}`) },
    'GET /events/community/:id': { make: post, ask: withoutBody('GET', id => `/events/community/${id}`) },
    'GET /events/ics/:id': { make: post, ask: withoutBody('GET', id => `/events/ics/${id}`) },
    'GET /calendar/:file': { make: calendar, ask: withoutBody('GET', id => `/calendar/${id}.ics`) },
    'GET /digests/stop/:token': { make: digest, ask: withoutBody('GET', token => `/digests/stop/${token}`) },
    'POST /digests/stop/:token': {
      make: digest,
      ask: token => ({
        method: 'POST',
        url: `/digests/stop/${token}`,
        payload: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    },
    'PUT /events/:id': { make: post, ask: withBody('PUT', '/events/:id', { description: 'Bonsoir' }) },
    'PUT /events/:id (photoUri)': {
      make: picture('unused'),
      ask: async (id, caller) => json('PUT', `/events/${await post(caller, caller)}`, { photoUri: `/media/${id}` }),
    },
    'PUT /events/:id (channelsIds)': {
      make: channel,
      ask: async (id, caller) => json('PUT', `/events/${await post(caller, caller)}`, { channelsIds: [id] }),
    },
    'DELETE /events/:id': { make: post, ask: withoutBody('DELETE', id => `/events/${id}`) },
    'DELETE /events/:id (by an administrator)': { make: post, ask: withoutBody('DELETE', id => `/events/${id}`) },
    'POST /events/interested/:id': { make: post, ask: withoutBody('POST', id => `/events/interested/${id}`) },
    'POST /events/uninterested/:id': { make: post, ask: withoutBody('POST', id => `/events/uninterested/${id}`) },
    'POST /events/cancel/:id': { make: post, ask: withoutBody('POST', id => `/events/cancel/${id}`) },
    'PUT /events/flag/:id': { make: post, ask: withBody('PUT', '/events/flag/:id') },
    'PUT /events/pin/:id': { make: post, ask: afterUnpinning(id => ({ method: 'PUT', url: `/events/pin/${id}` })) },
    'DELETE /events/pin/:id': { make: post, ask: withoutBody('DELETE', id => `/events/pin/${id}`) },
    'POST /events/publish (photoUri)': {
      make: picture('unused'),
      ask: id => json('POST', '/events/publish', { description: 'Bonjour', photoUri: `/media/${id}` }),
    },
    'POST /events/publish (channelsIds)': {
      make: channel,
      ask: id => json('POST', '/events/publish', { description: 'Bonjour', channelsIds: [id] }),
    },
    'GET /messages/users/:id': { make: post, ask: withoutBody('GET', id => `/messages/users/${id}`) },
    'GET /messages (userId)': { make: pair, ask: id => get(`/messages?userId=${id}`) },
    'GET /messages (pseudo)': { make: pseudo, ask: id => get(`/messages?pseudo=${id}`) },
    'GET /messages (eventId)': { make: post, ask: id => get(`/messages?eventId=${id}`) },
    'POST /messages (to)': { make: person, ask: id => messageRequest({ to: id }) },
    'POST /messages (eventId)': { make: post, ask: id => messageRequest({ eventId: id }) },
    'POST /messages (image)': {
      make: picture('unused'),
      ask: async id => messageRequest({ to: await addNeighbor(), image: `/media/${id}` }),
    },
    'POST /messages/exitchat (userId)': { make: pair, ask: id => json('POST', '/messages/exitchat', { userId: id }) },
    'POST /messages/exitchat (pseudo)': { make: pseudo, ask: id => json('POST', '/messages/exitchat', { pseudo: id }) },
    'POST /messages/exitchat (eventId)': { make: post, ask: id => json('POST', '/messages/exitchat', { eventId: id }) },
    'DELETE /messages/:id': { make: messageToThird, ask: withoutBody('DELETE', id => `/messages/${id}`) },
    'DELETE /messages/:id (written to the caller)': {
      make: messageToCaller,
      ask: withoutBody('DELETE', id => `/messages/${id}`),
    },
    'PUT /messages/flag/:id': { make: messageToThird, ask: withBody('PUT', '/messages/flag/:id') },
    'PUT /messages/flag/:id (written to the caller)': {
      make: messageToCaller,
      ask: withBody('PUT', '/messages/flag/:id'),
    },
    // This call returns only URLs; the rights are checked when the picture is fetched.
    'GET /media/addresses (ids)': {
      make: picture('post'),
      ask: withoutBody('GET', id => `/media/addresses?ids=${id}`),
    },
    "GET /media/:id/preview.jpg (a post's)": {
      make: picture('post'),
      ask: withoutBody('GET', id => `/media/${id}/preview.jpg`),
    },
    'GET /media/:id/:size (not used yet)': {
      make: picture('unused'),
      ask: withoutBody('GET', id => `/media/${id}/thumb`),
    },
    "GET /media/:id/:size (a post's)": { make: picture('post'), ask: withoutBody('GET', id => `/media/${id}/thumb`) },
    'GET /media/:id/:size (a portrait)': {
      make: picture('portrait'),
      ask: withoutBody('GET', id => `/media/${id}/thumb`),
    },
    "GET /media/:id/:size (a message's)": {
      make: picture('message'),
      ask: withoutBody('GET', id => `/media/${id}/thumb`),
    },
    "GET /media/:id/:size (a message's to others)": {
      make: picture('others'),
      ask: withoutBody('GET', id => `/media/${id}/thumb`),
    },
    'GET /api/user (userId)': { make: person, ask: id => get(`/api/user?userId=${id}`) },
    'GET /api/user (pseudo)': { make: pseudo, ask: id => get(`/api/user?pseudo=${id}`) },
    'GET /api/user/pseudo (pseudo)': { make: pseudo, ask: id => get(`/api/user/pseudo?pseudo=${id}`) },
    'PUT /api/user (pseudo)': { make: pseudo, ask: id => json('PUT', '/api/user', { pseudo: id }) },
    'PUT /api/user (photoUri)': {
      make: picture('unused'),
      ask: id => json('PUT', '/api/user', { photoUri: `/media/${id}` }),
    },
    'PUT /api/flag/:id': { make: person, ask: withBody('PUT', '/api/flag/:id') },
    'PUT /users/block/:id': { make: person, ask: withBody('PUT', '/users/block/:id') },
    'PUT /users/unblock/:id': { make: person, ask: withBody('PUT', '/users/unblock/:id') },
    'POST /api/auth/switch (targetUserId)': {
      make: person,
      ask: async id =>
        json('POST', '/api/auth/switch', { communityId: await communityId('les-tilleuls'), targetUserId: id }),
    },
    'DELETE /api/user/sessions (_id)': {
      make: session,
      ask: withoutBody('DELETE', id => `/api/user/sessions?_id=${id}`),
    },
    'POST /api/booking (locationId)': {
      make: stayAndPlace,
      ask: id => json('POST', '/api/booking', { locationId: id }),
    },
    'GET /templates/:id': { make: template, ask: withoutBody('GET', id => `/templates/${id}`) },
    'PUT /templates/:id': { make: template, ask: withBody('PUT', '/templates/:id', { name: 'Autre' }) },
    'PUT /templates/:id (photoUri)': {
      make: picture('unused'),
      ask: async id => json('PUT', `/templates/${await ownTemplate()}`, { photoUri: `/media/${id}` }),
    },
    'PUT /templates/:id (channelId)': {
      make: templateChannel,
      ask: async id => json('PUT', `/templates/${await ownTemplate()}`, { channelId: id }),
    },
    'PUT /templates/:id (categoryId)': {
      make: category,
      ask: async id => json('PUT', `/templates/${await ownTemplate()}`, { categoryId: id }),
    },
    'DELETE /templates/:id': { make: template, ask: withoutBody('DELETE', id => `/templates/${id}`) },
    'POST /templates (photoUri)': {
      make: picture('unused'),
      ask: async id => newTemplate({ photoUri: `/media/${id}` }),
    },
    'POST /templates (channelId)': { make: templateChannel, ask: async id => newTemplate({ channelId: id }) },
    'POST /templates (categoryId)': { make: category, ask: async id => newTemplate({ categoryId: id }) },
    'POST /templates/publish (templateId)': {
      make: template,
      ask: id => json('POST', '/templates/publish', { templateId: id }),
    },
    'POST /templates/publish (channelsIds)': {
      make: templateChannel,
      ask: async id => json('POST', '/templates/publish', { templateId: await ownTemplate(), channelsIds: [id] }),
    },
    'POST /templates/publish (locationId)': {
      make: newPlace,
      ask: async id => json('POST', '/templates/publish', { templateId: await activityTemplateId(), locationId: id }),
    },
    'POST /templates/publish (equipmentId)': {
      make: equipment,
      ask: async id => json('POST', '/templates/publish', { templateId: await activityTemplateId(), equipmentId: id }),
    },
    'POST /templates/publish (goodDealId)': {
      ...ownedByAdvertiser,
      make: dealOfTemplate,
      ask: async id => json('POST', '/templates/publish', { templateId: await dealTemplateId(), goodDealId: id }),
    },
    'POST /templates/alerts (templatesIds)': {
      make: template,
      ask: id => json('POST', '/templates/alerts', { templatesIds: [id] }),
    },
    'DELETE /templates/alert/:templateId': {
      make: template,
      ask: withoutBody('DELETE', id => `/templates/alert/${id}`),
    },
    'GET /gooddeals (id)': { ...ownedByAdvertiser, make: deal, ask: id => get(`/gooddeals?id=${id}`) },
    'GET /gooddeals (id, waits)': { ...ownedByAdvertiser, make: pendingDeal, ask: id => get(`/gooddeals?id=${id}`) },
    'POST /gooddeals (photoUri)': {
      ...ownedByAdvertiser,
      make: picture('unused'),
      ask: async id => json('POST', '/gooddeals', await dealBody(server, { photoUri: `/media/${id}` })),
    },
    'POST /gooddeals (templateId)': {
      ...ownedByAdvertiser,
      make: template,
      ask: async id => json('POST', '/gooddeals', await dealBody(server, { templateId: id })),
    },
    'PUT /gooddeals/:id': {
      ...ownedByAdvertiser,
      make: deal,
      ask: withBody('PUT', '/gooddeals/:id', { title: 'Autre' }),
    },
    'PUT /gooddeals/:id (photoUri)': {
      ...ownedByAdvertiser,
      make: picture('unused'),
      ask: async id => json('PUT', `/gooddeals/${await addDeal(server)}`, { photoUri: `/media/${id}` }),
    },
    'PUT /gooddeals/:id (templateId)': {
      ...ownedByAdvertiser,
      make: template,
      ask: async id => json('PUT', `/gooddeals/${await addDeal(server)}`, { templateId: id }),
    },
    'POST /gooddeals/end/:id': { ...ownedByAdvertiser, make: deal, ask: withBody('POST', '/gooddeals/end/:id') },
    'DELETE /gooddeals/:id': { ...ownedByAdvertiser, make: deal, ask: withoutBody('DELETE', id => `/gooddeals/${id}`) },
    'PUT /gooddeals/map (_id)': {
      ...ownedByAdvertiser,
      make: deal,
      ask: id => json('PUT', '/gooddeals/map', { _id: id, mapPhotoUri: null }),
    },
    'PUT /gooddeals/map (mapPhotoUri)': {
      ...ownedByAdvertiser,
      make: picture('unused'),
      ask: async id => json('PUT', '/gooddeals/map', { _id: await addDeal(server), mapPhotoUri: `/media/${id}` }),
    },
    'PUT /gooddeals/flag/:id': { ...ownedByAdvertiser, make: deal, ask: withBody('PUT', '/gooddeals/flag/:id') },
    'POST /gooddeals/seen/:id': { ...ownedByAdvertiser, make: deal, ask: withBody('POST', '/gooddeals/seen/:id') },
    'POST /gooddeals/route/:id': { ...ownedByAdvertiser, make: deal, ask: withBody('POST', '/gooddeals/route/:id') },
    'PUT /admin/deals/:id': {
      ...ownedByAdvertiser,
      make: pendingDeal,
      ask: withBody('PUT', '/admin/deals/:id', { approve: true }),
    },
    'GET /admin/moderation/:id': {
      make: moderationCase(null),
      ask: withoutBody('GET', id => `/admin/moderation/${id}`),
    },
    'PUT /admin/moderation/:id': {
      make: moderationCase(null),
      ask: withBody('PUT', '/admin/moderation/:id', { decision: 'keep' }),
    },
    'PUT /admin/moderation/:id/restore': {
      make: moderationCase({ appealed: false }),
      ask: withBody('PUT', '/admin/moderation/:id/restore'),
    },
    'PUT /admin/moderation/:id/appeal': {
      make: moderationCase({ appealed: true }),
      ask: withBody('PUT', '/admin/moderation/:id/appeal', { overturn: false, reason: 'Elle tient' }),
    },
    'POST /moderation/appeals (caseId)': {
      make: moderationCase({ appealed: false }),
      ask: id => json('POST', '/moderation/appeals', { caseId: id, text: 'Pardon' }),
    },
    // The link belongs to the caller and needs no session.
    'POST /moderation/appeal (caseId)': {
      make: async (owner, caller) => {
        const id = await moderationCase({ appealed: false })(owner, caller)
        await addCase(server, {
          communityId: await communityId(caller.community),
          authorId: caller.userId,
          postId: newId(),
          decided: { token: `link ${id}` },
        })
        return id
      },
      ask: id => json('POST', '/moderation/appeal', { token: `link ${id}`, caseId: id, text: 'Pardon' }),
    },
    'DELETE /admin/members/:id/second-factor': {
      owner: 'employee',
      make: async ({ userId, visitor }) => {
        await turnOnFactor(server, visitor)
        return userId
      },
      ask: withoutBody('DELETE', id => `/admin/members/${id}/second-factor`),
    },
    'GET /admin/members/:id': { make: person, ask: withoutBody('GET', id => `/admin/members/${id}`) },
    'PUT /admin/members/:id': { make: person, ask: withBody('PUT', '/admin/members/:id', { disabled: true }) },
    'PUT /admin/waiting/:id': { make: newcomer, ask: withBody('PUT', '/admin/waiting/:id', { letIn: true }) },
    'POST /admin/members/:id/reset': { make: person, ask: withoutBody('POST', id => `/admin/members/${id}/reset`) },
    'POST /admin/members/:id/code': {
      make: memberByLetter,
      ask: withoutBody('POST', id => `/admin/members/${id}/code`),
    },
    'POST /admin/members/:id/stays': { make: person, ask: id => stayRequest(id, 'POST', '/admin/members/:id/stays') },
    'POST /admin/members/:id/stays (locationId)': {
      make: newPlace,
      ask: async id =>
        json('POST', `/admin/members/${await addNeighbor()}/stays`, { locationId: id, arrival, departure }),
    },
    'PUT /admin/stays/:id': { make: stay, ask: id => stayRequest(id, 'PUT', '/admin/stays/:id') },
    'PUT /admin/stays/:id (locationId)': {
      make: newPlace,
      ask: async id => json('PUT', `/admin/stays/${await addStay()}`, { locationId: id, arrival, departure }),
    },
    'DELETE /admin/stays/:id': { make: stay, ask: withoutBody('DELETE', id => `/admin/stays/${id}`) },
    'POST /admin/invitations (stay)': {
      make: newPlace,
      ask: id => json('POST', '/admin/invitations', { stay: { locationId: id, arrival, departure } }),
    },
    'DELETE /admin/invitations/:id': {
      make: invitedMember,
      ask: withoutBody('DELETE', id => `/admin/invitations/${id}`),
    },
    'PUT /admin/places/:id': { make: newPlace, ask: withBody('PUT', '/admin/places/:id', { name: 'Grand verger' }) },
    'DELETE /admin/places/:id': { make: newPlace, ask: withoutBody('DELETE', id => `/admin/places/${id}`) },
    'PUT /admin/community (_id)': { make: home, ask: id => json('PUT', '/admin/community', { _id: id, fax: null }) },
    'PUT /communities/map (_id)': {
      make: home,
      ask: id => json('PUT', '/communities/map', { _id: id, mapPhotoUri: null }),
    },
    'PUT /communities/map (mapPhotoUri)': {
      make: picture('unused'),
      ask: async id =>
        json('PUT', '/communities/map', { _id: await communityId('les-tilleuls'), mapPhotoUri: `/media/${id}` }),
    },
    'GET /communities/:id/welcome.pdf': {
      make: welcomePdf,
      ask: withoutBody('GET', id => `/communities/${id}/welcome.pdf`),
    },
    'GET /communities/:idOrUri': { make: home, ask: withoutBody('GET', id => `/communities/${id}`) },
    'GET /communities/:idOrUri/information': {
      make: home,
      ask: withoutBody('GET', id => `/communities/${id}/information`),
    },
  }
}
