import type { Language } from '@parvis/contract/language.ts'
import { TERMS_PDF, termsPdfQuery } from '@parvis/contract/terms.ts'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '#server/kernel/http/request-language.ts'
import { getTermsPdf } from './terms.service.ts'

const fileNames = { en: 'parvis-terms-of-service.pdf', fr: 'parvis-conditions-generales.pdf' }

/** Some browsers embed a PDF as an object in a page of their own, to which they apply this policy. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

export const termsRoutes = (app: FastifyInstance) => {
  app.get<{ Querystring: { lang?: Language } }>(
    TERMS_PDF,
    { schema: { querystring: termsPdfQuery } },
    async (request, reply) => {
      const language = request.query.lang ?? languageOf(request)
      const { bytes, etag } = await getTermsPdf(language)
      reply.headers({
        'cache-control': 'public, no-cache',
        'content-language': language,
        vary: 'origin, accept-language',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        etag,
      })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${fileNames[language]}"`,
        })
        .send(bytes)
    },
  )
}
