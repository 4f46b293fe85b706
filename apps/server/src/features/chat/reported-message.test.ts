// A message reported by a minor is hidden from the minor at once; its sender sees no change until moderators decide.
import { deleteMessage, flagMessage, listMessages, type OutgoingMessage, sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { decideCase } from '@parvis/contract/moderation.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { asPersonOfAge } from '#server/testing/minors.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { findGroupConversation } from './conversation.queries.ts'
import { countMessages } from './message.queries.ts'

let server: TestServer
let sockets: LiveSockets
let administrator: Visitor
const screens: LiveClient[] = []
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
  administrator = await server.as('administrator')
})
afterEach(() => {
  for (const { socket } of screens.splice(0)) socket.terminate()
})
afterAll(() => server.close())

const person = async (age: number) => {
  const one = await asPersonOfAge(server, age)
  const screen = await sockets.open(one.visitor)
  screens.push(screen)
  return { ...one, screen }
}
type Person = Awaited<ReturnType<typeof person>>
const send = async ({ visitor }: Person, body: Partial<OutgoingMessage>) =>
  (await visitor.call(sendMessage, { body: { tmpId: newId(), ...body } })).answer._id
const report = async ({ visitor }: Person, id: string) => {
  expect((await visitor.call(flagMessage, { params: { id }, body: {} })).status).toBe(200)
  const found = await server.db
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  return found.id
}
const decide = (id: string, decision: 'keep' | 'hide') =>
  administrator.call(decideCase, {
    params: { id },
    body: { decision, ...(decision === 'hide' && { rule: 'respect', reason: 'Une insulte' }) },
  })
const updates = ({ screen }: Person) => screen.received('message.updated').length

describe('a message that is hidden as soon as it is reported', () => {
  it.each(['keep', 'hide'] as const)('stays unchanged for its sender until moderators decide: %s', async decision => {
    const [adult, child] = [await person(40), await person(13)]
    const eventId = await addEvent(server, { userId: adult.userId, description: 'Foot dimanche ?' })
    const id = await send(adult, { to: child.userId, eventId, text: 'Viens me voir' })
    const read = async () => (await adult.visitor.call(listMessages, { query: { userId: child.userId } })).answer
    const before = await read()
    expect(before.conversation!.firstContact).toMatchObject({ isMine: true, messageId: id })
    expect(before.docs[0]).toMatchObject({ eventId, event: { _id: eventId } })
    const caseId = await report(child, id)
    await expectEventually(() => updates(child), 1)
    expect(await read()).toEqual(before)
    // The bus publishes to everybody at once, so an update for the sender would arrive before the next message.
    const next = await send(child, { to: adult.userId, text: 'Non' })
    await expectEventually(
      () => adult.screen.received('message.created').some(one => '_id' in one && one._id === next),
      true,
    )
    expect(updates(adult)).toBe(0)
    expect((await decide(caseId, decision)).status).toBe(200)
    await expectEventually(() => updates(child), 2)
    if (decision === 'hide') await expectEventually(() => updates(adult), 1)
    else expect(updates(adult)).toBe(0)
    const after = (await read()).docs.find(one => '_id' in one && one._id === id)
    expect(after).toEqual({
      ...before.docs[0],
      read: expect.anything(),
      received: expect.anything(),
      ...(decision === 'hide' && { hiddenByTeam: true }),
    })
  })

  it('is counted in its group until moderators decide to hide it or its sender deletes it', async () => {
    const [adult, other, child] = [await person(40), await person(41), await person(13)]
    const eventId = await addEvent(server, { userId: other.userId, group: 'activity', description: 'Foot' })
    for (const { visitor } of [adult, child])
      expect((await visitor.call(answerEvent, { params: { id: eventId } })).status).toBe(200)
    const [one, two] = [await send(adult, { eventId, text: 'Un' }), await send(adult, { eventId, text: 'Deux' })]
    const communityId = await server.communityId('les-tilleuls')
    const conversationId = (await findGroupConversation(server.db, { communityId, eventId }))!
    const count = () => countMessages(server.db, { communityId, conversationId })
    expect(await count()).toBe(2)
    // A reported message whose author is a minor is hidden at once too.
    const birthdate = `${new Date().getFullYear() - 13}-01-02`
    await server.db.updateTable('users').set({ birthdate }).where('id', '=', adult.userId).execute()
    const caseId = await report(other, one)
    await report(other, two)
    await expectEventually(() => updates(child), 2)
    expect([await count(), updates(adult)]).toEqual([2, 0])
    await decide(caseId, 'hide')
    expect(await count()).toBe(1)
    expect((await adult.visitor.call(deleteMessage, { params: { id: two } })).status).toBe(200)
    expect(await count()).toBe(0)
  })
})
