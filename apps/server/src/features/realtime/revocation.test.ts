import { logIn } from '@parvis/contract/entry.ts'
import { listSessions, logOut, revokeSession } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addEvent, publishEventChange } from '#server/testing/events.ts'
import { asPerson } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer } from '#server/testing/live-clients.ts'
import { asShellPerson, shellAs } from '#server/testing/shells.ts'
import { DEMO_PASSWORD, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import type * as Delivery from './delivery.ts'

/** Planted faults: revocations are not published; sessions are not checked before delivery. */
const faults = vi.hoisted(() => ({ unpublished: false, unchecked: false }))
vi.mock('./delivery.ts', async original => {
  const real = await original<typeof Delivery>()
  return {
    createDelivery: (options: Parameters<typeof real.createDelivery>[0]) =>
      real.createDelivery({
        ...options,
        stillAuthorized: async connection => faults.unchecked || options.stillAuthorized(connection),
      }),
  }
})

let server: TestServer
let sockets: LiveSockets
let author: string
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
  author = (await asPerson(server, { email: 'author@test.example', community: 'les-tilleuls' })).userId
  const { bus } = server.platform
  const { publish } = bus
  bus.publish = (name, message) =>
    faults.unpublished && name === 'session.revoked' ? undefined : publish(name, message)
})
afterAll(() => server.close())

const post = async () => {
  const id = await addEvent(server, { userId: author })
  await publishEventChange(server, 'event.created', id)
  return id
}

/** Ends the session of the victim while posts are being published. Returns descriptions of the faults found. */
const findFaults = async (victim: Visitor, reason: string, end: () => Promise<unknown>): Promise<string[]> => {
  const watcher = await sockets.open(await server.as('neighbor2'))
  const screens = [await sockets.open(victim), await sockets.open(victim)]
  let posting = true
  const posts = (async () => {
    while (posting) await post()
  })()
  await expectEventually(() => screens.every(({ received }) => received('event.created').length > 3), true)
  await end()
  const acknowledged = performance.now()
  const after = [await post(), await post(), await post()]
  await expectEventually(() => after.filter(id => !watcher.received('event.created').some(({ _id }) => _id === id)), [])
  posting = false
  await posts
  await vi.waitFor(() => expect(screens.every(({ closed }) => closed)).toBe(true), 1500).catch(() => {})
  const found = screens.flatMap(({ closed, received, frames }, at) => [
    ...(received('event.created').some(({ _id }) => after.includes(_id))
      ? [`screen ${at} receives what was published afterwards`]
      : []),
    ...(closed?.code === 4001 && closed.at - acknowledged < 1000 ? [] : [`screen ${at} is not closed`]),
    ...(JSON.stringify(frames.at(-1)) === JSON.stringify({ event: 'session.revoked', data: { reason } })
      ? []
      : [`screen ${at} does not receive the reason`]),
  ])
  if (watcher.closed) found.push('another screen is closed')
  for (const { socket } of [watcher, ...screens]) socket.terminate()
  return found
}

const places = ['browser', 'shell'] as const
const victim = (place: (typeof places)[number]) =>
  place === 'shell' ? shellAs(server, 'neighbor') : server.as('neighbor')
const signOutElsewhere = async (who: Visitor) => {
  const elsewhere = await server.as('neighbor')
  const before = (await elsewhere.call(listSessions)).answer
  expect(before.length).toBeGreaterThan(1)
  return () => elsewhere.call(revokeSession).then(() => who)
}

describe.each(places)('an open screen of a %s receives nothing after its session has ended, and is closed:', place => {
  const person = place === 'shell' ? asShellPerson : asPerson

  it('by logging out', async () => {
    const who = await victim(place)
    expect(await findFaults(who, 'logout', () => who.call(logOut))).toEqual([])
  })

  it('by signing out all other sessions from another device', async () => {
    const who = await victim(place)
    expect(await findFaults(who, 'elsewhere', await signOutElsewhere(who))).toEqual([])
  })

  it('by signing out this device from another one', async () => {
    const who = await victim(place)
    const { _id } = (await who.call(listSessions)).answer.find(({ current }) => current)!
    const elsewhere = await server.as('neighbor')
    const found = await findFaults(who, 'elsewhere', () => elsewhere.call(revokeSession, { query: { _id } }))
    expect(found).toEqual([])
    expect((await who.call(listSessions)).status).toBe(401)
    expect((await elsewhere.call(listSessions)).answer.some(one => one._id === _id)).toBe(false)
  })

  it('by logging in again with the same browser', async () => {
    const who = await victim(place)
    const body = {
      email: 'neighbor@demo.example',
      password: DEMO_PASSWORD,
      communityId: await server.communityId('les-tilleuls'),
    }
    expect(await findFaults(who, 'switch', () => who.call(logIn, { body }))).toEqual([])
  })

  it('by a change of role by the team', async () => {
    const { visitor, userId, accountId } = await person(server, {
      email: `promoted@${place}.example`,
      community: 'les-tilleuls',
    })
    expect(
      await findFaults(visitor, 'staff', async () => {
        await server.db.updateTable('users').set({ role: 'employee' }).where('id', '=', userId).execute()
        const deleted = await server.db
          .deleteFrom('sessions')
          .where('account_id', '=', accountId)
          .returning('id')
          .execute()
        server.platform.bus.publish('session.revoked', { sessionIds: deleted.map(({ id }) => id), reason: 'staff' })
      }),
    ).toEqual([])
  })

  it('by withdrawing the approval of the member', async () => {
    const { visitor, userId, accountId } = await person(server, {
      email: `disabled@${place}.example`,
      community: 'les-tilleuls',
    })
    expect(
      await findFaults(visitor, 'staff', async () => {
        await server.db.updateTable('users').set({ enabled_at: null }).where('id', '=', userId).execute()
        server.platform.bus.publish('actor.changed', { accountIds: [accountId] })
      }),
    ).toEqual([])
  })

  it('by deleting the session without a live event, once the session is checked', async () => {
    const { visitor, accountId } = await person(server, {
      email: `forgotten@${place}.example`,
      community: 'les-tilleuls',
    })
    expect(
      await findFaults(visitor, 'logout', async () => {
        await server.db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
        server.clock.aheadMs += 31_000
      }),
    ).toEqual([])
  })

  it.each([
    ['publish revocations', 'unpublished'],
    ['check sessions before delivery', 'unchecked'],
  ] as const)('unless a planted fault lets the server not %s, which the check detects', async (_, fault) => {
    const { visitor, accountId } = await person(server, {
      email: `${fault}@${place}.example`,
      community: 'les-tilleuls',
    })
    faults[fault] = true
    const found = await findFaults(visitor, 'logout', async () => {
      if (fault === 'unpublished') return visitor.call(logOut)
      return server.db.deleteFrom('sessions').where('account_id', '=', accountId).execute()
    })
    faults[fault] = false
    expect(found).toContain('screen 0 receives what was published afterwards')
    expect(found).toContain('screen 1 is not closed')
  })
})
