import { editPost as editPostCall, publishPost as publishPostCall } from '@parvis/contract/publish.ts'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '#server/kernel/platform.ts'
import { serve } from '#server/kernel/http/serve.ts'
import { getEvent } from '../feed/feed.service.ts'
import { requireAbility } from '../session/session.service.ts'
import { editPost } from './edit-post.service.ts'
import { publishPost } from './publish-post.service.ts'

export const publishRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, publishPostCall, [requireAbility('post')], async ({ actor, body, files }) =>
    publishPost(platform, actor, body, files),
  )

  serve(app, editPostCall, [], async ({ actor, params, body, files }) => {
    await editPost(platform, actor, params.id, body, files)
    return getEvent(platform, actor, params.id)
  })
}
