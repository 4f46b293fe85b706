import { blockUser } from '@parvis/contract/blocks.ts'
import { listNeighbors } from '@parvis/contract/chat.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, waitForAllFrames, openLiveServer } from '#server/testing/live-clients.ts'
import type { TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let sockets: LiveSockets
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
})
afterAll(() => server.close())

it('members receive who comes online, and who has been offline for a while', async () => {
  const [watcher, guest, elsewhere] = [
    await server.as('neighbor'),
    await server.asGuest(),
    await server.as('administrator'),
  ]
  const [seen, unseen] = [await sockets.open(watcher), await sockets.open(guest)]
  const admin = await sockets.open(elsewhere)
  const [employee, hidden] = [await server.as('employee'), await server.asGuest()]
  const [her, elsewhereId] = [await userIdOf(employee), await userIdOf(elsewhere)]
  const [first, second, quiet] = [
    await sockets.open(employee),
    await sockets.open(employee),
    await sockets.open(hidden),
  ]
  await expectEventually(() => seen.received('user.online').map(({ _id }) => _id), [elsewhereId, her])
  expect(server.platform.presence.isOnline(her)).toBe(true)

  // A reload: one connection closes and another opens, and nothing is published.
  first.socket.close()
  second.socket.close()
  quiet.socket.close()
  await expectEventually(() => [first.closed?.code, second.closed?.code], [1005, 1005])
  const back = await sockets.open(employee)
  back.socket.close()
  await expectEventually(() => back.closed?.code, 1005)
  await server.advanceTime(4_000)
  await waitForAllFrames(server, seen)
  expect([server.platform.presence.isOnline(her), seen.received('user.offline')]).toEqual([true, []])
  await server.advanceTime(1_001)
  await expectEventually(() => seen.received('user.offline'), [{ _id: her }])
  for (const screen of [admin, unseen]) await waitForAllFrames(server, screen)
  expect(unseen.frames.filter(({ event }) => event !== 'pong')).toEqual([])
  expect([seen.received('user.online').length, admin.received('user.online')]).toEqual([2, [{ _id: her }]])
  expect(server.platform.presence.isOnline(her)).toBe(false)

  const { answer } = await watcher.call(listNeighbors)
  expect(answer.filter(({ online }) => online).map(({ _id }) => _id)).toEqual([elsewhereId])
  expect(answer[0]!._id).toBe(elsewhereId)
})

it('presence is hidden between two people when one has blocked the other', async () => {
  const someone = (email: string) => asPerson(server, { email, community: 'les-tilleuls' })
  const [blocking, blocked] = [await someone('blocking@test.example'), await someone('blocked@test.example')]
  await blocking.visitor.call(blockUser, { params: { id: blocked.userId } })
  const watcher = await sockets.open(await server.as('neighbor'))
  for (const [one, other] of [
    [blocking, blocked],
    [blocked, blocking],
  ] as const) {
    const [first, second] = [await sockets.open(one.visitor), await sockets.open(other.visitor)]
    const hasReceived = ({ received }: typeof first) => received('user.online').some(({ _id }) => _id === other.userId)
    await expectEventually(() => hasReceived(watcher), true)
    await waitForAllFrames(server, first)
    expect(hasReceived(first)).toBe(false)
    first.socket.close()
    second.socket.close()
  }
})

it('the presence of a child is published to the team only', async () => {
  const child = await asPerson(server, { email: 'child@test.example', community: 'les-tilleuls' })
  const born = `${new Date().getUTCFullYear() - 13}-01-01`
  await server.db.updateTable('users').set({ birthdate: born }).where('id', '=', child.userId).execute()
  const seen = await sockets.open(await server.as('neighbor'))
  const team = await sockets.open(await server.as('employee'))
  const screen = await sockets.open(child.visitor)
  const hasReceived = ({ received }: typeof team, name: 'user.online' | 'user.offline') =>
    received(name).some(({ _id }) => _id === child.userId)
  await expectEventually(() => hasReceived(team, 'user.online'), true)
  screen.socket.close()
  await expectEventually(() => screen.closed?.code, 1005)
  await server.advanceTime(5_001)
  await expectEventually(() => hasReceived(team, 'user.offline'), true)
  await waitForAllFrames(server, seen)
  expect([hasReceived(seen, 'user.online'), hasReceived(seen, 'user.offline')]).toEqual([false, false])
})
