import { linkMedia, mediaParams, uploadMedia } from '@parvis/contract/media.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { canSeeMedia } from './media.policy.ts'
import { presentMedia } from './media.presenter.ts'
import { findPicto } from './pictos.ts'
import { findMediaAccess } from './media.queries.ts'
import { onePicture, pictureWords, storeLinkedPicture, storePicture } from './media.service.ts'

/** A picture's bytes never change under their id; only the right to see them can. */
const caching = { public: 'public, max-age=31536000, immutable', private: 'private, no-cache' }

export const mediaRoutes = (app: FastifyInstance, platform: Platform) => {
  const { storage } = platform

  serve(app, uploadMedia, [], async ({ actor, body, files }) => {
    const file = onePicture(files) ?? fail('badrequest', { field: FILES_FIELD })
    return presentMedia(await storePicture(platform, actor, file.bytes, pictureWords(body)))
  })

  serve(app, linkMedia, [], async ({ actor, body }) =>
    presentMedia(await storeLinkedPicture(platform, actor, body.uri)),
  )

  app.get<{ Params: { id: string; size: string } }>(
    '/media/:id/:size',
    { schema: { params: mediaParams } },
    async (request, reply) => {
      const { id, size } = request.params
      const media = await findMediaAccess(platform, request.actor, id)
      if (!media || !canSeeMedia(request.actor, media)) return fail('error404')
      const etag = `"${id}-${size}"`
      reply.headers({
        'cache-control': media.class === 'public' && !media.withheld ? caching.public : caching.private,
        etag,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      const file = await storage.get(`${id}/${size}`)
      if (!file) return fail('error404')
      return reply.headers({ 'content-type': 'image/webp', 'content-length': file.size }).send(file.stream())
    },
  )

  app.get<{ Params: { name: string } }>('/media/picto/:name', async (request, reply) => {
    const picto = findPicto(request.params.name.replace(/\.svg$/, ''))
    if (!picto) return fail('error404')
    return reply
      .headers({
        'cache-control': caching.public,
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      .send(picto)
  })
}
