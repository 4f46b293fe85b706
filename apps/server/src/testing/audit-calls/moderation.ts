import { flagMessage, isVisibleMessage, sendMessage } from '@parvis/contract/chat.ts'
import { flagEvent } from '@parvis/contract/feed.ts'
import {
  type ModerationDecision,
  appealByLink,
  appealDecision,
  decideAppeal,
  decideCase,
  getCase,
  readDecisionsByLink,
  restoreCase,
} from '@parvis/contract/moderation.ts'
import { newId } from '../../kernel/ids.ts'
import { newSecret } from '../../kernel/secrets.ts'
import { addEvent } from '../events.ts'
import type { AuditCalls, AuditWorld } from './world.ts'

const addReportedPost = async ({ server, db, canaryText, addVisitor }: AuditWorld) => {
  const [author, reporter] = [await addVisitor(), await addVisitor()]
  const postId = await addEvent(server, { userId: author.userId, description: canaryText })
  await reporter.visitor.call(flagEvent, { params: { id: postId }, body: { reason: canaryText } })
  const { id } = await db
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject_id', '=', postId)
    .executeTakeFirstOrThrow()
  return { author, id }
}

const decideNewCase = async (world: AuditWorld, decision: ModerationDecision) => {
  const { canaryText, administrator } = world
  const { author, id } = await addReportedPost(world)
  const reply = await administrator.call(decideCase, {
    params: { id },
    body: { decision, rule: 'respect', reason: canaryText, ...(decision === 'suspend' && { days: 7 }) },
  })
  return { author, id, reply }
}

const viewMessage = async ({ db, canaryText, administrator, addVisitor }: AuditWorld) => {
  const [writer, reader] = [await addVisitor(), await addVisitor()]
  const message = (
    await writer.visitor.call(sendMessage, { body: { to: reader.userId, text: canaryText, tmpId: newId() } })
  ).answer
  if (!isVisibleMessage(message)) throw new Error('the message was not sent')
  await reader.visitor.call(flagMessage, { params: { id: message._id }, body: {} })
  const { id } = await db
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject_id', '=', message._id)
    .executeTakeFirstOrThrow()
  return administrator.call(getCase, { params: { id } })
}

/** Acts about cases of moderation and appeals. */
export const moderationCalls = (world: AuditWorld): AuditCalls => {
  const { server, canaryText, administrator } = world
  return {
    'GET /admin/moderation/:id message.viewed': () => viewMessage(world),
    'PUT /admin/moderation/:id case.hidden': async () => (await decideNewCase(world, 'hide')).reply,
    'PUT /admin/moderation/:id case.warned': async () => (await decideNewCase(world, 'warn')).reply,
    'PUT /admin/moderation/:id case.suspended': async () => (await decideNewCase(world, 'suspend')).reply,
    'PUT /admin/moderation/:id member.suspended': async () => (await decideNewCase(world, 'suspend')).reply,
    'PUT /admin/moderation/:id case.removed': async () => (await decideNewCase(world, 'remove')).reply,
    'PUT /admin/moderation/:id/restore member.resumed': async () =>
      administrator.call(restoreCase, { params: { id: (await decideNewCase(world, 'suspend')).id } }),
    'PUT /admin/moderation/:id/appeal appeal.overturned': async () => {
      const { author, id } = await decideNewCase(world, 'hide')
      await author.visitor.call(appealDecision, { body: { caseId: id, text: canaryText } })
      return (await server.as('webmaster')).call(decideAppeal, {
        params: { id },
        body: { overturn: true, reason: canaryText },
      })
    },
    'POST /moderation/appeals case.appealed': async () => {
      const { author, id } = await decideNewCase(world, 'hide')
      return author.visitor.call(appealDecision, { body: { caseId: id, text: canaryText } })
    },
    'POST /moderation/decision link.failed': () =>
      server.visitor().call(readDecisionsByLink, { body: { token: newSecret() } }),
    'POST /moderation/appeal link.failed': () =>
      server.visitor().call(appealByLink, { body: { token: newSecret(), text: canaryText } }),
  }
}
