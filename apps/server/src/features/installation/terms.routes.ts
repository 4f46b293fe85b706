import type { Language } from '@parvis/contract/language.ts'
import { TERMS_PDF, termsPdfQuery } from '@parvis/contract/terms.ts'
import type { FastifyInstance } from 'fastify'
import { languageOf } from '#server/kernel/http/request-language.ts'
import { getTermsPdf } from './terms.service.ts'

const fileNames = { en: 'parvis-terms-of-service.pdf', fr: 'parvis-conditions-generales.pdf' }

/** Some browsers show a PDF as an object within a page of their own, and apply this policy to that page. */
const POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

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
        'content-security-policy': POLICY,
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
