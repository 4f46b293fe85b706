import { finishSetup, openSetup } from '@parvis/contract/setup.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { newCode } from '#server/kernel/secrets.ts'
import { mustBeOpen, setUp } from './setup.service.ts'

const KEY_LENGTH = 8

export const setupRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, openSetup, [], async ({ body, request }) => {
    await mustBeOpen(platform, body.secret, request.address)
    return { key: newCode(KEY_LENGTH) }
  })

  serve(app, finishSetup, [], async ({ body, request }) => {
    const { communityId } = await setUp(platform, body, request.address)
    return { communityId, customUri: body.customUri!.trim() }
  })
}
