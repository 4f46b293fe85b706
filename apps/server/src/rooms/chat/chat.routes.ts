import { listNeighbors } from '@parvis/contract/chat.ts'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { byPresence, presentChatUser } from './chat.presenter.ts'
import { findNeighbors } from './chat.queries.ts'

export const chatRoutes = (app: FastifyInstance, { db, presence }: Platform) => {
  serve(app, listNeighbors, [], async ({ actor }) => {
    const rows = await findNeighbors(db, actor.communityId, actor.userId)
    return rows.map(({ author }) => presentChatUser(author, presence.isOnline(author.id))).sort(byPresence)
  })
}
