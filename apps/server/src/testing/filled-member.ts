import { blockUser } from '@parvis/contract/blocks.ts'
import { makeCalendarAddress } from '@parvis/contract/calendar.ts'
import { flagMessage, sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent, flagEvent, removeEvent } from '@parvis/contract/feed.ts'
import { getExport, makeExport, proveOwner } from '@parvis/contract/leaving.ts'
import { addAlerts, setNotificationSwitches } from '@parvis/contract/notifications.ts'
import { flagUser, updateProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { register } from '@parvis/contract/entry.ts'
import { listTemplateCategories, publishTemplate } from '@parvis/contract/templates.ts'
import { expect, vi } from 'vitest'
import { notifyOfPendingMember } from '../features/membership/notify-approvals.service.ts'
import { newId } from '../kernel/ids.ts'
import { inTransaction } from '../kernel/postgres/after-commit.ts'
import { newCanary } from './canaries.ts'
import { addDeal } from './deals.ts'
import { multipartOf } from './multipart.ts'
import { asPerson, userIdOf } from './people.ts'
import { plainPicture } from './pictures.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from './test-server.ts'

const HOME = 'les-tilleuls'
/** Options of `vi.waitFor` for jobs on a busy machine, in milliseconds. */
export const JOB_WAIT = { timeout: 40_000, interval: 50 }

/** The member whose fields are filled with canaries, and another member who reports, answers and writes. */
interface MemberPair {
  visitor: Visitor
  userId: string
  accountId: string
  email: string
  other: Visitor
  otherId: string
}

export const expectOk = async <T extends { status: number }>(call: Promise<T>): Promise<T> => {
  const reply = await call
  expect(reply.status).toBe(200)
  return reply
}

const upload = async (visitor: Visitor, alt: string): Promise<string> => {
  const bytes = await plainPicture(64, 48).jpeg().toBuffer()
  const { payload, headers } = multipartOf([
    ['alt', alt],
    ['lang', { en: { alt } }],
    ['files', bytes],
  ])
  const { answer } = await visitor.send({ method: 'POST', url: '/media', payload, headers })
  return (answer as { uri: string }).uri
}

const fillProfile = async ({ db }: TestServer, { visitor, userId }: MemberPair): Promise<void> => {
  const portrait = await upload(visitor, newCanary())
  await expectOk(
    visitor.call(updateProfile, { body: { firstname: newCanary(), lastname: newCanary(), photoUri: portrait } }),
  )
  await db
    .updateTable('users')
    .set({
      company: newCanary(),
      description: newCanary(),
      description_en: newCanary(),
      job: newCanary(),
      building: newCanary(),
      floor: newCanary(),
      apartment_number: newCanary(),
      address: newCanary(),
      zip_code: newCanary(),
      city: newCanary(),
      word: newCanary(),
      phone: newCanary(),
      building_access: newCanary(),
      hobbies: [newCanary()],
      birthdate: '1990-05-12',
    })
    .where('id', '=', userId)
    .execute()
}

const addSessionData = async ({ db, communityId }: TestServer, { userId, accountId }: MemberPair): Promise<void> => {
  await db.insertInto('apple_subjects').values({ subject: newCanary(), account_id: accountId }).execute()
  await db.updateTable('sessions').set({ device: newCanary() }).where('account_id', '=', accountId).execute()
  const { id: session_id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('push_endpoints')
    .values({
      id: newId(),
      session_id,
      community_id: await communityId(HOME),
      user_id: userId,
      address: `https://push.example/${newCanary()}`,
      p256dh: newCanary(),
      auth: newCanary(),
      os: 'web',
      language: 'fr',
      created_at: new Date(),
    })
    .execute()
}

/** Publishes two posts that are reported: the first has a group chat, the second is removed. Returns the first id. */
const publishReportedPosts = async ({ visitor, other }: MemberPair): Promise<string> => {
  const texts = () => ({
    title: newCanary(),
    description: newCanary(),
    lang: { en: { title: newCanary(), description: newCanary() } },
  })
  const publish = async (more: object = {}) =>
    (await expectOk(visitor.call(publishPost, { body: { ...texts(), tmpId: newCanary(), ...more } }))).answer._id
  const reported = await publish({ photoUri: await upload(visitor, newCanary()) })
  const removed = await publish()
  for (const id of [reported, removed])
    await expectOk(other.call(flagEvent, { params: { id }, body: { reason: 'Hm' } }))
  await expectOk(visitor.call(removeEvent, { params: { id: removed } }))
  await expectOk(other.call(answerEvent, { params: { id: reported } }))
  await expectOk(visitor.call(sendMessage, { body: { tmpId: newCanary(), eventId: reported, text: newCanary() } }))
  return reported
}

/** Answers a post of the other member and writes in its group chat; returns the id of the post. */
const answerOther = async ({ visitor, other }: MemberPair): Promise<string> => {
  const { answer: theirs } = await expectOk(
    other.call(publishPost, { body: { title: 'Chez moi', description: 'Venez' } }),
  )
  await expectOk(visitor.call(answerEvent, { params: { id: theirs._id } }))
  await expectOk(visitor.call(sendMessage, { body: { tmpId: newCanary(), eventId: theirs._id, text: newCanary() } }))
  await expectOk(other.call(sendMessage, { body: { tmpId: newId(), eventId: theirs._id, text: 'À ce soir' } }))
  return theirs._id
}

/** Writes messages, one of them with a picture, and makes reports in both directions. */
const writeAndReport = async ({ visitor, userId, other, otherId }: MemberPair, otherPostId: string): Promise<void> => {
  const { answer: first } = await expectOk(
    visitor.call(sendMessage, { body: { tmpId: newCanary(), to: otherId, text: newCanary() } }),
  )
  const image = await upload(visitor, newCanary())
  await expectOk(visitor.call(sendMessage, { body: { tmpId: newCanary(), to: otherId, image } }))
  const { answer: reply } = await expectOk(
    other.call(sendMessage, { body: { tmpId: newId(), to: userId, text: 'Bonjour à vous' } }),
  )
  await expectOk(other.call(flagMessage, { params: { id: first._id }, body: { reason: 'Hm' } }))
  await expectOk(
    visitor.call(flagMessage, { params: { id: reply._id }, body: { rule: 'respect', reason: newCanary() } }),
  )
  await expectOk(
    visitor.call(flagEvent, { params: { id: otherPostId }, body: { rule: 'respect', reason: newCanary() } }),
  )
  await expectOk(visitor.call(flagUser, { params: { id: otherId }, body: { rule: 'respect', reason: newCanary() } }))
  await expectOk(other.call(flagUser, { params: { id: userId }, body: { reason: 'Hm' } }))
}

const fillSettings = async ({ visitor }: MemberPair): Promise<void> => {
  const { answer: categories } = await visitor.call(listTemplateCategories)
  await expectOk(visitor.call(addAlerts, { body: { templatesIds: [categories[0]!._id] } }))
  await expectOk(visitor.call(setNotificationSwitches, { body: { welcome: false } }))
  await expectOk(visitor.call(makeCalendarAddress))
}

/** Adds notifications about the member, which others receive, and a user whom the member has blocked. */
const addNotificationsAndBlock = async (server: TestServer, { visitor, userId }: MemberPair): Promise<void> => {
  const home = await server.communityId(HOME)
  await inTransaction(server.db, (tx, afterCommit) =>
    notifyOfPendingMember(server.platform, { tx, afterCommit }, { communityId: home, userId }),
  )
  const { userId: third } = await asPerson(server, { email: `${newId()}@test.example`, community: HOME })
  await expectOk(visitor.call(blockUser, { params: { id: third } }))
}

/** Adds a good deal of the member, and an invitation to this deal that the other member publishes from a template. */
const addPublishedDeal = async (server: TestServer, { userId, other }: MemberPair) => {
  const { db } = server
  const deal = await addDeal(server, { userId })
  const invitation = await db
    .selectFrom('templates')
    .select(['id', 'description'])
    .where('type', '=', 'GooddealActivity')
    .where('description', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('deals')
    .set({
      title: newCanary(),
      description: newCanary(),
      email: newCanary(),
      custom_uri: newCanary(),
      tmp_id: newCanary(),
      template_id: invitation.id,
      activity_description: newCanary(),
      activity_description_en: newCanary(),
      activity_post_description: newCanary(),
      choices: JSON.stringify([{ id: newId(), name: newCanary(), name_en: newCanary() }]),
    })
    .where('id', '=', deal)
    .execute()
  const body = { templateId: invitation.id, goodDealId: deal }
  const { answer: invited } = await expectOk(other.call(publishTemplate, { body }))
  return { invited, invitation }
}

const addBookingAndRequest = async (server: TestServer, { userId, email }: MemberPair): Promise<void> => {
  const { db } = server
  const home = await server.communityId(HOME)
  const place = await db.selectFrom('places').select('id').where('community_id', '=', home).executeTakeFirstOrThrow()
  const [arrival, departure] = ['2027-07-04', '2027-07-18']
  await db
    .insertInto('bookings')
    .values({
      community_id: home,
      id: newId(),
      user_id: userId,
      place_id: place.id,
      arrival,
      departure,
      given_arrival: arrival,
      given_departure: departure,
    })
    .execute()
  await db
    .insertInto('community_requests')
    .values({
      id: newId(),
      name: newCanary(),
      community_type: 'Building',
      town: newCanary(),
      email,
      message: newCanary(),
    })
    .execute()
  await server.visitor().call(register, { body: { email, communityId: home } })
}

/** Makes an export, which contains all canaries again, and waits until it is ready. */
const makeReadyExport = async ({ visitor }: MemberPair): Promise<void> => {
  await expectOk(visitor.call(proveOwner, { body: { currentpassword: DEMO_PASSWORD } }))
  await expectOk(visitor.call(makeExport, { body: {} }))
  await vi.waitFor(async () => expect((await visitor.call(getExport)).answer?.state).toBe('ready'), JOB_WAIT)
}

/** Creates a member with a canary in every field that a member can fill. */
export const createFilledMember = async (server: TestServer) => {
  const email = `${newCanary()}@test.example`
  const member = await asPerson(server, { email, pseudo: newCanary(), password: DEMO_PASSWORD, community: HOME })
  const other = await server.as('neighbor')
  const pair = { ...member, email, other, otherId: await userIdOf(other) }
  await fillProfile(server, pair)
  await addSessionData(server, pair)
  const reported = await publishReportedPosts(pair)
  const post = await answerOther(pair)
  await writeAndReport(pair, post)
  await fillSettings(pair)
  await addNotificationsAndBlock(server, pair)
  const { invited, invitation } = await addPublishedDeal(server, pair)
  await addBookingAndRequest(server, pair)
  await makeReadyExport(pair)
  return { ...pair, post, reported, invited, invitation }
}
