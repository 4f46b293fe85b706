// An account or a user is changed while a session is open: the change applies at the next load from the database, and
// at once if `actor.changed` is published.
import { getCurrentNeighborhood } from '@parvis/contract/community.ts'
import { listEvents, removeEvent } from '@parvis/contract/feed.ts'
import { updateProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { logInAsGuest, signUpAsGuest } from '@parvis/contract/entry.ts'
import { getSession } from '@parvis/contract/session.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newSecret } from '#server/kernel/secrets.ts'
import { addEvent, publishEventChange } from '#server/testing/events.ts'
import { asPerson, type NewPerson } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer } from '#server/testing/live-clients.ts'
import type { TestServer } from '#server/testing/test-server.ts'

const HALF_A_MINUTE = 30_000

let server: TestServer
let sockets: LiveSockets
let author: string
beforeAll(async () => {
  // Fakes the heartbeat timer of the live connections, so that the tests advance it.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const live = await openLiveServer()
  server = live.server
  sockets = live.sockets
  author = (await asPerson(server, { email: 'author@test.example', community: 'les-tilleuls' })).userId
})
afterEach(() => {
  server.clock.aheadMs = 0
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

let made = 0
/** Connects a member whose session is cached and who has an open screen. */
const connectMember = async (person: Partial<NewPerson> = {}) => {
  const { visitor, userId, accountId } = await asPerson(server, {
    email: `person-${++made}@test.example`,
    community: 'les-tilleuls',
    ...person,
  })
  expect((await visitor.call(listEvents)).status).toBe(200)
  return { visitor, userId, accountId, screen: await sockets.open(visitor) }
}
type Person = Awaited<ReturnType<typeof connectMember>>

const post = async (channels?: Parameters<typeof addEvent>[1]['channels']) => {
  const id = await addEvent(server, { userId: author, description: 'Bonjour', channels })
  await publishEventChange(server, 'event.created', id)
  return id
}

const setUser = (
  userId: string,
  change: { enabled_at?: Date | null; role?: 'neighbor' | 'administrator'; need_update?: boolean },
) => server.db.updateTable('users').set(change).where('id', '=', userId).execute()

const changes = {
  'a disabled user': ({ userId }: Person) => setUser(userId, { enabled_at: null }),
  'a user whose e-mail is no longer confirmed': ({ accountId }: Person) =>
    server.db.updateTable('accounts').set({ confirmed_at: null }).where('id', '=', accountId).execute(),
}

describe.each(Object.entries(changes))('%s, during an open session', (_, applyChange) => {
  it('can neither read nor post and receives no live event, after 30 seconds at the latest', async () => {
    const person = await connectMember()
    const witness = await sockets.open(await server.as('neighbor2'))
    await applyChange(person)
    server.clock.aheadMs = HALF_A_MINUTE
    const id = await post()
    await expectEventually(() => witness.received('event.created').some(({ _id }) => _id === id), true)
    expect((await person.visitor.call(listEvents)).error.key).toBe('nosession')
    expect((await person.visitor.call(publishPost, { body: { description: 'Encore' } })).error.key).toBe('nosession')
    expect((await person.visitor.call(getSession)).error.key).toBe('unauthorized')
    await expectEventually(() => person.screen.closed?.code, 4001)
    expect(person.screen.received('event.created')).toEqual([])
    await expect(sockets.open(person.visitor)).rejects.toThrow('401')
  })

  it('is logged out at once when the change is published, with the reason staff', async () => {
    const person = await connectMember()
    await applyChange(person)
    server.platform.bus.publish('actor.changed', { accountIds: [person.accountId] })
    const id = await post()
    expect((await person.visitor.call(listEvents)).error.key).toBe('nosession')
    await expectEventually(() => person.screen.closed?.code, 4001)
    expect(person.screen.received('session.revoked')).toEqual([{ reason: 'staff' }])
    expect(person.screen.received('event.created').some(({ _id }) => _id === id)).toBe(false)
  })

  it('has an idle live connection closed too', async () => {
    const person = await connectMember()
    await applyChange(person)
    server.clock.aheadMs = HALF_A_MINUTE
    vi.advanceTimersByTime(HALF_A_MINUTE)
    await expectEventually(() => person.screen.closed?.code, 4001)
  })
})

it('a valid session is not ended by the periodic check of live connections', async () => {
  const { visitor, screen } = await connectMember()
  vi.advanceTimersByTime(2 * HALF_A_MINUTE)
  expect((await visitor.call(listEvents)).status).toBe(200)
  const id = await post()
  await expectEventually(() => screen.received('event.created').map(({ _id }) => _id), [id])
})

it('a disabled guest cannot log in again', async () => {
  const visitor = server.visitor()
  const body = { communityId: await server.communityId('les-tilleuls'), deviceId: newSecret() }
  const { _id } = (await visitor.call(signUpAsGuest, { body })).answer
  await setUser(_id, { enabled_at: null })
  expect((await server.visitor().call(logInAsGuest, { body })).error.key).toBe('unauthorized')
  expect((await server.visitor().call(signUpAsGuest, { body })).error.key).toBe('unauthorized')
})

it('a changed role applies at the next call once the change is published', async () => {
  const { visitor, userId } = await connectMember({ role: 'administrator' })
  const remove = async () => (await visitor.call(removeEvent, { params: { id: await post() } })).status
  expect(await remove()).toBe(200)
  await setUser(userId, { role: 'neighbor' })
  server.platform.bus.publish('actor.changed', { userIds: [userId] })
  expect(await remove()).toBe(403)
  expect((await visitor.call(getSession)).answer.role).toBe('neighbor')
})

it('a changed profile is sent to the open screens of others, with the fields that they may see', async () => {
  const { visitor, userId } = await connectMember()
  const { screen: other } = await connectMember()
  const { screen: elsewhere } = await connectMember({ community: 'quartier-de-la-gare' })
  expect(
    (
      await visitor.call(updateProfile, {
        body: { firstname: 'Camilla', lastname: 'Roussel', gender: 'F', confirmage: true, confirmaddress: true },
      })
    ).status,
  ).toBe(200)
  await expectEventually(() => other.received('author.updated').length, 1)
  expect(other.received('author.updated')[0]).toMatchObject({ _id: userId, firstname: 'Camilla' })
  expect(other.received('author.updated')[0]).not.toHaveProperty('lastname')
  expect(elsewhere.received('author.updated')).toEqual([])
})

it('a newcomer may read the feed once the profile is saved', async () => {
  const { visitor, userId } = await asPerson(server, {
    email: 'newcomer@test.example',
    community: 'les-tilleuls',
    needUpdate: true,
  })
  expect((await visitor.call(listEvents)).error.key).toBe('forbidden')
  await setUser(userId, { need_update: false })
  server.platform.bus.publish('actor.changed', { userIds: [userId] })
  expect((await visitor.call(listEvents)).status).toBe(200)
})

it('changed settings and channels of a community apply at once, also on open screens', async () => {
  const communityId = await server.communityId('les-tilleuls')
  const { visitor, screen } = await connectMember()
  const announce = () => server.platform.bus.publish('actor.changed', { communityIds: [communityId] })
  const first = await post()
  await expectEventually(() => screen.received('event.created').map(({ _id }) => _id), [first])
  const channels = () =>
    server.db
      .selectFrom('channels')
      .select('id')
      .where('community_id', '=', communityId)
      .where('channel_type', '=', 'NeighborhoodEventChannel')
  const { id } = await channels().executeTakeFirstOrThrow()
  await server.db.updateTable('communities').set({ accept_posts: false }).where('id', '=', communityId).execute()
  await server.db
    .deleteFrom('community_channels')
    .where('community_id', '=', communityId)
    .where('channel_id', '=', id)
    .execute()
  announce()
  try {
    expect((await visitor.call(getSession)).answer.abilities.post).toBe(false)
    expect((await visitor.call(getCurrentNeighborhood)).answer.acceptPosts).toBe(false)
    const hiddenPost = await post()
    const visiblePost = await post(['ShareChannel'])
    await expectEventually(() => screen.received('event.created').map(({ _id }) => _id), [first, visiblePost])
    expect((await visitor.call(listEvents)).answer.docs.some(({ _id }) => _id === hiddenPost)).toBe(false)
  } finally {
    await server.db.updateTable('communities').set({ accept_posts: true }).where('id', '=', communityId).execute()
    await server.db.insertInto('community_channels').values({ community_id: communityId, channel_id: id }).execute()
    announce()
  }
})
