import {
  deleteMessage,
  exitChat,
  flagMessage as flagMessageCall,
  listChatGroups,
  listChatUsers,
  listEmployees,
  listMessages,
  listNeighbors,
  searchNeighbors,
  sendMessage as sendMessageCall,
} from '@parvis/contract/chat.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { toRuleAndReason } from '#server/kernel/report.ts'
import { canSeeEmployees } from './chat.policy.ts'
import { openConversation, readMessages } from './chat.service.ts'
import {
  listChatGroupsOf,
  listChatUsersOf,
  listEmployeesOf,
  listNeighborsOf,
  searchNeighborsOf,
} from './chat-lists.service.ts'
import { findLastPlace } from './conversation.queries.ts'
import { flagMessage } from './flag-message.service.ts'
import { markReadUpTo } from './receipts.service.ts'
import { removeMessage } from './remove-message.service.ts'
import { sendMessage } from './send-message.service.ts'

export const chatRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, listChatUsers, [], async ({ actor }) => listChatUsersOf(platform, actor))

  serve(app, listChatGroups, [], async ({ actor }) => listChatGroupsOf(platform, actor))

  serve(app, listNeighbors, [], async ({ actor }) => listNeighborsOf(platform, actor))

  serve(app, searchNeighbors, [], async ({ actor, query }) => searchNeighborsOf(platform, actor, query))

  const assertCanSeeEmployees = (actor: Parameters<typeof canSeeEmployees>[0]) => {
    if (!canSeeEmployees(actor)) fail('forbidden')
  }
  serve(app, listEmployees, [assertCanSeeEmployees], async ({ actor }) => listEmployeesOf(platform, actor))

  serve(app, listMessages, [], async ({ actor, query }) => readMessages(platform, actor, query))

  serve(app, sendMessageCall, [], async ({ actor, body, files }) =>
    sendMessage(platform, actor, { ...body, tmpId: body.tmpId ?? newId() }, files),
  )

  serve(app, exitChat, [], async ({ actor, body }) => {
    const { key } = await openConversation(platform, actor, body)
    if (key) await markReadUpTo(platform, actor, key, await findLastPlace(platform.db, key))
    return { _id: key?.conversationId ?? null }
  })

  serve(app, deleteMessage, [], async ({ actor, params }) => removeMessage(platform, actor, params.id))

  serve(app, flagMessageCall, [], async ({ actor, params, body }) =>
    flagMessage(platform, actor, params.id, toRuleAndReason(body)),
  )
}
