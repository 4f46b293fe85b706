import { SHARE_TARGET, SHARED_START } from '@parvis/contract/share-target.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const redirectToForm = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARED_START, 303)

/**
 * The service worker handles what is shared with the installed app. Without one this route redirects to the post form,
 * which says that nothing arrived. It answers before the body is read, and changes nothing.
 */
export const serveShareTarget = (app: FastifyInstance): void => {
  app.post(SHARE_TARGET, { onRequest: redirectToForm }, redirectToForm)
}
