import { mediaParams } from '@parvis/contract/media.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canSeeMedia } from './media.policy.ts'
import { findPicto } from './pictos.ts'
import { findMediaAccess } from './media.queries.ts'

/** A picture's bytes never change under their id; only the right to see them can. */
const caching = { public: 'public, max-age=31536000, immutable', private: 'private, no-cache' }

export const mediaRoutes = (app: FastifyInstance, { db, storage }: Platform) => {
  app.get<{ Params: { id: string; size: string } }>('/media/:id/:size', { schema: { params: mediaParams } }, async (request, reply) => {
    const { id, size } = request.params
    const media = await findMediaAccess(db, id)
    if (!media || !canSeeMedia(request.actor, media)) return fail('error404')
    const etag = `"${id}-${size}"`
    reply.headers({ 'cache-control': media.class === 'public' ? caching.public : caching.private, etag, 'content-security-policy': "default-src 'none'; sandbox" })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    const file = await storage.get(`${id}/${size}`)
    if (!file) return fail('error404')
    return reply.headers({ 'content-type': 'image/webp', 'content-length': file.size }).send(file.stream())
  })

  app.get<{ Params: { name: string } }>('/media/picto/:name', async (request, reply) => {
    const picto = findPicto(request.params.name.replace(/\.svg$/, ''))
    if (!picto) return fail('error404')
    return reply.headers({ 'cache-control': caching.public, 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }).send(picto)
  })
}
