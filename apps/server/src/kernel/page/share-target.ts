import { SHARE_TARGET_PATH, SHARED_START_PATH } from '@parvis/contract/share-target.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const redirectToForm = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARED_START_PATH, 303)

/** Redirects a share that no service worker has handled, before reading it, to a form that says nothing arrived. */
export const serveShareTarget = (app: FastifyInstance): void => {
  app.post(SHARE_TARGET_PATH, { onRequest: redirectToForm }, redirectToForm)
}
