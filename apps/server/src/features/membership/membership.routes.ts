import { changeLanguage } from '@parvis/contract/membership.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { saveLanguage } from './member.service.ts'

export const membershipRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, changeLanguage, [], async ({ actor, body }) => {
    await saveLanguage(platform, actor, body.lang)
    return { lang: body.lang }
  })
}
