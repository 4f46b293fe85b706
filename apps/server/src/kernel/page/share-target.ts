import { SHARE_TARGET, SHARED_START } from '@parvis/contract/share-target.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const lead = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARED_START, 303)

/**
 * What is shared with the installed app is its worker's to take. Where the browser has none, the form of a post is
 * opened, which says that nothing came. Answered before the body is looked at: nothing of it is read, whatever and
 * however much it is, and nothing is changed, whoever sends it.
 */
export const serveShareTarget = (app: FastifyInstance): void => {
  app.post(SHARE_TARGET, { onRequest: lead }, lead)
}
