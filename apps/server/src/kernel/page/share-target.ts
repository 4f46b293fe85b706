import { SHARE_TARGET, SHARED_START } from '@parvis/contract/share-target.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const redirectToForm = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARED_START, 303)

/** Without a service worker, redirects to the post form before reading the body; the form says that nothing arrived. */
export const serveShareTarget = (app: FastifyInstance): void => {
  app.post(SHARE_TARGET, { onRequest: redirectToForm }, redirectToForm)
}
