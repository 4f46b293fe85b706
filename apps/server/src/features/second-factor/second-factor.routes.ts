import {
  beginSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '@parvis/contract/second-factor.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { requireAbility } from '../session/session.service.ts'
import {
  createFactorSecret,
  getSecondFactorState,
  renewRecoveryCodes,
  turnOffFactor,
  turnOnFactor,
} from './second-factor-setup.service.ts'

const canUse = requireAbility('useSecondFactor')

export const secondFactorRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, getSecondFactor, [canUse], ({ actor }) => getSecondFactorState(platform, actor))

  serve(app, beginSecondFactor, [canUse], ({ actor }) => createFactorSecret(platform, actor))

  serve(app, turnOnSecondFactor, [canUse], ({ actor, body }) => turnOnFactor(platform, actor, body.code))

  serve(app, turnOffSecondFactor, [canUse], async ({ actor }) => {
    await turnOffFactor(platform, actor)
    return { _id: actor.userId }
  })

  serve(app, makeRecoveryCodes, [canUse], ({ actor }) => renewRecoveryCodes(platform, actor))
}
