import { Id } from '@parvis/contract/entity.ts'
import { linkMedia, mediaParams, renewPictureUrls, uploadMedia } from '@parvis/contract/media.ts'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { FILES_FIELD } from '#server/kernel/http/multipart.ts'
import {
  createPictureSigner,
  findPictureIds,
  SIGNATURE_PARAM,
  signPictureUris,
} from '#server/kernel/http/picture-signature.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { AppContext } from '#server/kernel/feature.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { presentMedia, presentMediaUri } from '#server/kernel/picture.ts'
import { canSeeMedia, type MediaAccess } from './media.policy.ts'
import { findPicto } from './pictos.ts'
import { findMediaAccess, findPublicPictures } from './media.queries.ts'
import { createPreviewReader } from './preview.service.ts'
import { singleFileOf, altTextsOf, storeLinkedPicture, storePicture } from './media.service.ts'

/** The bytes of a picture never change under its id. Only the set of viewers of a private picture can change. */
const cacheControl = { public: 'public, max-age=31536000, immutable', private: 'private, no-cache' }

type PictureSigner = ReturnType<typeof createPictureSigner>

const decorateWithSignatures = (app: FastifyInstance, platform: Platform, signer: PictureSigner) => {
  app.decorate('signPictures', {
    async signResponse(json, { sessionId }) {
      const ids = findPictureIds(json)
      return ids.length === 0 ? json : signPictureUris(json, sessionId, signer, await findPublicPictures(platform, ids))
    },
    signFrame(frame, { sessionId }) {
      const json = String(frame)
      return findPictureIds(json).length === 0 ? frame : Buffer.from(signPictureUris(json, sessionId, signer))
    },
  })
}

const uploadRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, uploadMedia, [], async ({ actor, body, files }) => {
    const file = singleFileOf(files) ?? fail('badrequest', { field: FILES_FIELD })
    return presentMedia(await storePicture(platform, actor, file.bytes, altTextsOf(body)))
  })

  serve(app, linkMedia, [], async ({ actor, body }) =>
    presentMedia(await storeLinkedPicture(platform, actor, body.uri)),
  )

  serve(app, renewPictureUrls, [], async ({ query }) =>
    [...new Set(query.ids.map(id => id.toLowerCase()))].map(id => ({ _id: id, uri: presentMediaUri(id)! })),
  )
}

const cacheControlOf = (media: MediaAccess) =>
  media.class === 'public' && !media.withheld ? cacheControl.public : cacheControl.private

const pictureRoute = (
  app: FastifyInstance,
  platform: Platform,
  signer: PictureSigner,
  { loadSessionById }: AppContext,
) => {
  /** The viewer of a signed URL is the user of the session for which it was signed, whoever opens the URL. */
  const resolveViewer = async (id: string, signature: unknown, actor: Actor | null) => {
    if (signature === undefined || !app.servesShells) return actor
    const sessionId = signer.verify(id.toLowerCase(), signature)
    return sessionId === null ? null : loadSessionById(sessionId)
  }

  app.get<{ Params: { id: string; size: string }; Querystring: Record<string, unknown> }>(
    '/media/:id/:size',
    { schema: { params: mediaParams } },
    async (request, reply) => {
      const { id, size } = request.params
      const viewer = await resolveViewer(id, request.query[SIGNATURE_PARAM], request.actor)
      const media = await findMediaAccess(platform, viewer, id)
      if (!media || !canSeeMedia(viewer, media)) return fail('error404')
      const etag = `"${id}-${size}"`
      reply.headers({
        'cache-control': cacheControlOf(media),
        etag,
        'content-security-policy': "default-src 'none'; sandbox",
      })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      const file = await platform.storage.get(`${id}/${size}`)
      if (!file) return fail('error404')
      return reply.headers({ 'content-type': 'image/webp', 'content-length': file.size }).send(file.stream())
    },
  )
}

const previewRoute = (app: FastifyInstance, platform: Platform) => {
  const readPreview = createPreviewReader(platform)
  /** Serves public pictures as JPEG for link previews, because some programs cannot read WebP. */
  app.get<{ Params: { id: string } }>(
    '/media/:id/preview.jpg',
    { schema: { params: Type.Object({ id: Id }) } },
    async (request, reply) => {
      const { id } = request.params
      const media = await findMediaAccess(platform, null, id)
      if (!media || !canSeeMedia(null, media)) return fail('error404')
      const jpeg = (await readPreview(id)) ?? fail('error404')
      return reply
        .headers({
          'cache-control': cacheControlOf(media),
          'content-security-policy': "default-src 'none'; sandbox",
          'content-type': 'image/jpeg',
        })
        .send(jpeg)
    },
  )
}

const pictoRoute = (app: FastifyInstance) => {
  app.get<{ Params: { name: string } }>('/media/picto/:name', async (request, reply) => {
    const picto = findPicto(request.params.name.replace(/\.svg$/, ''))
    if (!picto) return fail('error404')
    return reply
      .headers({
        'cache-control': cacheControl.public,
        'content-type': 'image/svg+xml',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      .send(picto)
  })
}

export const mediaRoutes = (app: FastifyInstance, platform: Platform, context: AppContext) => {
  const signer = createPictureSigner(platform.secretBox, platform.clock)
  decorateWithSignatures(app, platform, signer)
  uploadRoutes(app, platform)
  pictureRoute(app, platform, signer, context)
  previewRoute(app, platform)
  pictoRoute(app)
}
