import { OutgoingMessageFrame } from '@parvis/contract/chat.ts'
import { Id, Instant } from '@parvis/contract/entity.ts'
import type { ClientFrames } from '@parvis/contract/realtime.ts'
import { isMember } from '@parvis/contract/roles.ts'
import Type from 'typebox'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { FrameHandler, FrameSender } from '#server/kernel/feature.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { conversationCache } from './conversation-cache.ts'
import { recordReceipt } from './receipts.service.ts'
import { findMissedMessages } from './resume.service.ts'
import { prepareMessage } from './send-message.service.ts'
import { resolveTarget } from './target.service.ts'

const assertMember = (actor: Actor) => {
  if (!isMember(actor.role)) fail('guestforbidden')
}
/** Suspended members and members whose stay is over can read but not write; throws the same errors as over HTTP. */
const assertCanWrite = (actor: Actor) => {
  assertMember(actor)
  if (actor.suspendedUntil) fail('suspended')
  if (actor.isReadOnly) fail('forbidden')
}

const defineFrame = <K extends keyof ClientFrames>(
  event: K,
  schema: FrameHandler['schema'],
  handle: (platform: Platform, sender: FrameSender, frame: ClientFrames[K]) => ReturnType<FrameHandler['handle']>,
): FrameHandler => ({ event, schema, handle })

const Place = Type.Object({ conversationId: Id, place: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) })

export const chatFrames: readonly FrameHandler[] = [
  defineFrame('message', OutgoingMessageFrame, async (platform, { actor, reply }, { userId, ...outgoing }) => {
    if (userId !== undefined && userId !== actor.userId) fail('otheruser')
    assertCanWrite(actor)
    const { store } = await prepareMessage(platform, actor, outgoing)
    const stored = store().then(message => reply({ event: 'sent', tmpId: outgoing.tmpId, message }))
    // Storing a message with a picture takes longer: the next frames wait for it, or they would overtake the message.
    if (outgoing.image === undefined) return { remainingWork: stored }
    await stored
  }),
  defineFrame('received', Place, async (platform, { actor }, receipt) => {
    assertMember(actor)
    await recordReceipt(platform, actor, receipt, 'received')
  }),
  defineFrame('read', Place, async (platform, { actor }, receipt) => {
    assertMember(actor)
    await recordReceipt(platform, actor, receipt, 'read')
  }),
  defineFrame(
    'typing',
    Type.Object({ to: Type.Optional(Id), eventId: Type.Optional(Id) }),
    async (platform, { actor }, recipient) => {
      assertCanWrite(actor)
      const key = await resolveTarget(platform, actor, recipient)
      // A minor sees only the first message of an unknown adult, so the minor is not shown that this adult is typing.
      if (key.firstContact) return
      const state = await conversationCache(platform).find(key)
      platform.bus.publish('message.typing', {
        communityId: key.communityId,
        conversationId: key.conversationId,
        userId: actor.userId,
        userIds: [...(state?.members.keys() ?? [])],
      })
    },
  ),
  defineFrame(
    'resume',
    Type.Object({
      conversations: Type.Record(Type.String(), Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 })),
      since: Type.Optional(Instant),
    }),
    async (platform, { actor, reply }, request) => {
      assertMember(actor)
      const { messages, truncated } = await findMissedMessages(platform, actor, request)
      for (const data of messages) reply({ event: 'message.created', data })
      reply({ event: 'resumed', truncated })
    },
  ),
]
