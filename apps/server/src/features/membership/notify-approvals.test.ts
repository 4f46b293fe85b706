import { decideOnNewcomer } from '@parvis/contract/admin.ts'
import {
  listNotifications,
  readNotifications,
  setNotificationSwitches,
  type Notification,
} from '@parvis/contract/notifications.ts'
import { switchCommunity } from '@parvis/contract/session.ts'
import { endDeal, removeDeal } from '@parvis/contract/write-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { dealCalls } from '#server/testing/deals.ts'
import { addEvent } from '#server/testing/events.ts'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import { expectEventually, openLiveServer, type LiveSockets } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { notifyOfPendingMember } from './notify-approvals.service.ts'
import { notifyOfPosts } from '../publish/notify-posts.service.ts'

let server: TestServer
let sockets: LiveSockets
let home: string
let administrator: Visitor
let calls: ReturnType<typeof dealCalls>
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
  home = await server.communityId('les-tilleuls')
  administrator = await server.as('administrator')
  calls = dealCalls(server)
})
beforeEach(async () => {
  for (const table of ['notifications', 'notification_settings', 'attempts'] as const)
    await server.db.deleteFrom(table).execute()
})
afterAll(() => server.close())

const listFor = async (visitor: Visitor) => (await visitor.call(listNotifications)).answer
const approvals = async (visitor: Visitor) =>
  (await listFor(visitor)).docs.flatMap(({ kind, approval }) => (kind === 'approval' ? [approval] : []))
const summarize = ({ state, deal }: NonNullable<Notification['approval']>) => [state, deal?._id]

/** Adds a pending member with a completed profile and notifies staff. */
const newPendingMember = async () => {
  const { userId, accountId } = await asPerson(server, {
    email: `w-${newId()}@test.example`,
    pseudo: `w${newId()}`,
    community: 'les-tilleuls',
    enabled: false,
  })
  await inTransaction(server.db, (tx, afterCommit) =>
    notifyOfPendingMember(server.platform, { tx, afterCommit }, { communityId: home, userId }),
  )
  return { userId, accountId }
}

describe('a pending newcomer', () => {
  it('is shown to staff by name until one of them has decided', async () => {
    const screen = await sockets.open(await server.as('webmaster'))
    const { userId } = await newPendingMember()
    const [one] = (await listFor(administrator)).docs
    expect(one).toMatchObject({ kind: 'approval', approval: { state: 'waiting', deal: null }, read: false })
    expect(one!.actors.map(({ _id }) => _id)).toEqual([userId])
    for (const other of ['employee', 'neighbor', 'advertiser'])
      expect(await approvals(await server.as(other))).toEqual([])
    await expectEventually(() => screen.received('notification.created').length, 1)
    await administrator.call(decideOnNewcomer, { params: { id: userId }, body: { letIn: true } })
    expect(await approvals(administrator)).toEqual([])
    await expectEventually(() => screen.received('notification.changed').length, 1)
    // the newcomer, and nobody else, is notified of the decision
    const rows = await server.db.selectFrom('notifications').select('user_id').where('kind', '=', 'approval').execute()
    expect(rows).toEqual([{ user_id: userId }])
    screen.socket.terminate()
  })

  it('disappears from the notifications of staff when refused or disabled', async () => {
    const [refused, disabled] = [await newPendingMember(), await newPendingMember()]
    expect(await approvals(administrator)).toHaveLength(2)
    await administrator.call(decideOnNewcomer, { params: { id: refused.userId }, body: { letIn: false } })
    await server.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.userId).execute()
    expect(await approvals(administrator)).toEqual([])
  })

  it('is not shown to former staff or to staff who have muted approvals', async () => {
    const { visitor, userId } = await asPerson(server, {
      email: `former-${newId()}@test.example`,
      role: 'administrator',
      community: 'les-tilleuls',
    })
    await administrator.call(setNotificationSwitches, { body: { approval: false } })
    await newPendingMember()
    expect(await approvals(administrator)).toEqual([])
    expect(await approvals(visitor)).toHaveLength(1)
    await server.db.updateTable('users').set({ role: 'neighbor' }).where('id', '=', userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [userId] })
    expect(await approvals(visitor)).toEqual([])
  })
})

describe('a pending deal', () => {
  it('is shown to staff, and each decision on the deal is shown to its author', async () => {
    const { visitor, userId } = await calls.newProfessional()
    const { _id, title } = (await calls.create(visitor)).answer
    const [one] = (await listFor(administrator)).docs
    expect(one).toMatchObject({ approval: { state: 'waiting', deal: { _id, title } } })
    expect(one!.actors.map(actor => actor._id)).toEqual([userId])
    expect(await approvals(visitor)).toEqual([])
    await calls.decide(administrator, _id, false, 'Sans prix')
    expect(await approvals(administrator)).toEqual([])
    const [refused] = (await listFor(visitor)).docs
    expect(refused).toMatchObject({ approval: { state: 'refused', deal: { _id } }, actors: [] })
    await visitor.call(readNotifications, { body: { upTo: refused!._id } })
    await calls.edit(visitor, _id, { price: '4 €' })
    expect((await approvals(administrator)).map(found => summarize(found!))).toEqual([['waiting', _id]])
    expect(await approvals(visitor)).toEqual([])
    await calls.decide(administrator, _id, true)
    expect(await listFor(visitor)).toMatchObject({
      docs: [{ approval: { state: 'approved' }, read: false }],
      notRead: 1,
    })
    // the next deal of the author is approved at once, so that staff are not notified
    await calls.create(visitor)
    expect(await approvals(administrator)).toEqual([])
  })

  it('disappears from the notifications of staff when ended or removed', async () => {
    const { visitor } = await calls.newProfessional()
    const [ended, removed] = [(await calls.create(visitor)).answer, (await calls.create(visitor)).answer]
    expect(await approvals(administrator)).toHaveLength(2)
    await visitor.call(endDeal, { params: { id: ended._id } })
    await visitor.call(removeDeal, { params: { id: removed._id } })
    expect(await approvals(administrator)).toEqual([])
  })
})

describe('an account in two communities', () => {
  const addAccountInBoth = async () => {
    const { accountId, userId, visitor } = await asPerson(server, {
      email: `both-${newId()}@test.example`,
      community: 'les-tilleuls',
    })
    const there = await server.communityId('camping-des-pins')
    const otherId = newId()
    await server.db
      .insertInto('users')
      .values({
        community_id: there,
        id: otherId,
        account_id: accountId,
        role: 'neighbor',
        pseudo: `b${otherId}`,
        enabled_at: new Date(),
      })
      .execute()
    return { accountId, userId, visitor, there, otherId }
  }
  const publishThere = async () => {
    const { userId } = await asPerson(server, { email: `${newId()}@test.example`, community: 'camping-des-pins' })
    const eventId = await addEvent(server, { community: 'camping-des-pins', userId, group: 'welcome' })
    const communityId = await server.communityId('camping-des-pins')
    return { communityId, eventId }
  }

  it('has one list for both communities, newest first; marking it as read in one community applies to the other', async () => {
    const { visitor, there, userId } = await addAccountInBoth()
    const screen = await sockets.open(visitor)
    const here = {
      communityId: home,
      eventId: await addEvent(server, { userId: await userIdOf(administrator), group: 'welcome' }),
    }
    const elsewhere = await publishThere()
    await notifyOfPosts(server.platform, [here])
    await notifyOfPosts(server.platform, [elsewhere])
    const { docs, notRead } = await listFor(visitor)
    expect(docs.map(({ communityId, event }) => [communityId, event!._id])).toEqual([
      [there, elsewhere.eventId],
      [home, here.eventId],
    ])
    expect(notRead).toBe(2)
    // when a notification of the other community is created, a screen in one community only receives the hint to
    // refetch the list
    await expectEventually(() => screen.received('notification.changed').length, 1)
    expect(screen.received('notification.created').map(({ communityId }) => communityId)).toEqual([home])
    await visitor.call(switchCommunity, { body: { communityId: there } })
    expect(await userIdOf(visitor)).not.toBe(userId)
    expect((await listFor(visitor)).docs).toEqual(docs)
    await visitor.call(readNotifications, { body: { upTo: docs[0]!._id } })
    await visitor.call(switchCommunity, { body: { communityId: home } })
    expect(await listFor(visitor)).toMatchObject({ notRead: 0, docs: [{ read: true }, { read: true }] })
  })

  it('is shown no notifications from a community in which its access is disabled', async () => {
    const { visitor, otherId } = await addAccountInBoth()
    await notifyOfPosts(server.platform, [await publishThere()])
    expect((await listFor(visitor)).docs).toHaveLength(1)
    await server.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', otherId).execute()
    expect(await listFor(visitor)).toMatchObject({ docs: [], notRead: 0 })
  })
})
