import {
  DIGEST_SCREEN_PATH,
  DIGEST_UNSUBSCRIBE_PATH,
  getDigest,
  readDigestLink,
  setDigest,
  setDigestByLink,
} from '@parvis/contract/digests.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { isOwnOrigin } from '#server/kernel/http/origin.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { readDigest, setFrequency } from './digest-choice.service.ts'
import { readDigestByLink, setFrequencyByLink } from './digest-link.service.ts'

const MAX_FORM_BYTES = 4 * 1024
/** Matches the body that mail providers post, in either form encoding (RFC 8058). */
const ONE_CLICK = /List-Unsubscribe\b.*\bOne-Click\b/s

interface LinkRoute {
  Params: { token: string }
}

export const digestsRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform

  serve(app, getDigest, [], async ({ actor }) => readDigest(db, actor))

  serve(app, setDigest, [], async ({ actor, body }) => {
    await setFrequency(platform, actor, body.rhythm)
    return readDigest(db, actor)
  })

  serve(app, readDigestLink, [], async ({ body, request }) => readDigestByLink(platform, body.token, request.address))

  serve(app, setDigestByLink, [], async ({ body, request }) =>
    setFrequencyByLink(platform, body.token, body.rhythm, request.address),
  )

  // Mail providers post without an origin or a cookie; the link is their only credential. A page of another site that
  // posts from a browser sends its origin and is refused.
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_request, text, done) =>
      done(null, text),
    )
    scope.post<LinkRoute>(
      `${DIGEST_UNSUBSCRIBE_PATH}/:token`,
      { config: { parsesFormsItself: true } },
      async ({ body, params, address, headers }) => {
        if (!isOwnOrigin(headers, app.publicOrigin)) fail('forbidden')
        if (typeof body !== 'string' || !ONE_CLICK.test(body)) fail('badrequest')
        await setFrequencyByLink(platform, params.token, 'never', address)
        return {}
      },
    )
    // A GET request changes nothing, because scanners of mail providers open every link.
    scope.get<LinkRoute>(`${DIGEST_UNSUBSCRIBE_PATH}/:token`, async ({ params }, reply) =>
      reply.redirect(`${DIGEST_SCREEN_PATH}#${encodeURIComponent(params.token)}`, 303),
    )
  })
}
