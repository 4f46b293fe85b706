import {
  DIGEST_SCREEN,
  DIGEST_STOP,
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
import { readDigest, setRhythm } from './digest-choice.service.ts'
import { readLinked, setLinked } from './digest-link.service.ts'

const MOST_FORM_BYTES = 4 * 1024
/** The body that mail providers post, in either form encoding (RFC 8058). */
const ONE_CLICK = /List-Unsubscribe\b.*\bOne-Click\b/s

interface Linked {
  Params: { token: string }
}

export const digestsRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform

  serve(app, getDigest, [], async ({ actor }) => readDigest(db, actor))

  serve(app, setDigest, [], async ({ actor, body }) => {
    await setRhythm(platform, actor, body.rhythm)
    return readDigest(db, actor)
  })

  serve(app, readDigestLink, [], async ({ body, request }) => readLinked(platform, body.token, request.address))

  serve(app, setDigestByLink, [], async ({ body, request }) =>
    setLinked(platform, body.token, body.rhythm, request.address),
  )

  // Mail providers post without an origin and a cookie; the link is their only credential. A page of another site that
  // posts from a browser sends its origin and is refused.
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_FORM_BYTES }, (_request, text, done) =>
      done(null, text),
    )
    scope.post<Linked>(
      `${DIGEST_STOP}/:token`,
      { config: { readsForms: true } },
      async ({ body, params, address, headers }) => {
        if (!isOwnOrigin(headers, app.publicOrigin)) fail('forbidden')
        if (typeof body !== 'string' || !ONE_CLICK.test(body)) fail('badrequest')
        await setLinked(platform, params.token, 'never', address)
        return {}
      },
    )
    // GET changes nothing, because scanners of mail providers open every link
    scope.get<Linked>(`${DIGEST_STOP}/:token`, async ({ params }, reply) =>
      reply.redirect(`${DIGEST_SCREEN}#${encodeURIComponent(params.token)}`, 303),
    )
  })
}
