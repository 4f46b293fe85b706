import { WELCOME_PDF, welcomeParams } from '@parvis/contract/information.ts'
import { isMember } from '@parvis/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import { type Actor, hasPendingSetup } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isActiveMember } from './information.policy.ts'
import { openWelcomePdf } from './welcome.service.ts'

/**
 * An uploaded PDF may run no scripts and load nothing, and only pages of Parvis may show it in a frame. `sandbox` is
 * not set, because it could not be tested with the PDF viewers of some browsers.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

const assertMember = (actor: Actor | null, communityId: string): void => {
  if (!actor) return fail('nosession')
  if (!isMember(actor.role)) return fail('guestforbidden')
  if (hasPendingSetup(actor)) return fail('forbidden')
  if (!isActiveMember(actor, communityId)) return fail('error404')
}

export const welcomeRoutes = (app: FastifyInstance, platform: Platform) => {
  app.get<{ Params: { id: string } }>(WELCOME_PDF, { schema: { params: welcomeParams } }, async (request, reply) => {
    const communityId = request.params.id.toLowerCase()
    assertMember(request.actor, communityId)
    const { file, id, name } = await openWelcomePdf(platform, communityId)
    const etag = `"${id}"`
    reply.headers({ 'cache-control': 'private, no-cache', 'content-security-policy': CONTENT_SECURITY_POLICY, etag })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-length': file.size,
        'content-disposition': `inline; filename="${name}.pdf"`,
      })
      .send(file.stream())
  })
}
