import { finishSetup, openSetup } from '@parvis/contract/setup.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { newCode } from '#server/kernel/secrets.ts'
import { assertSetupSecret, setUpInstallation } from './setup.service.ts'

const GENERATED_KEY_LENGTH = 8

export const setupRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, openSetup, [], async ({ body, request }) => {
    await assertSetupSecret(platform, body.secret, request.address)
    return { key: newCode(GENERATED_KEY_LENGTH) }
  })

  serve(app, finishSetup, [], async ({ body, request }) => {
    const { communityId } = await setUpInstallation(platform, body, request.address)
    return { communityId, customUri: body.customUri!.trim() }
  })
}
