import { flagUser, getProfile } from '@parvis/contract/profile.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { toRuleAndReason } from '#server/kernel/report.ts'
import { loadProfile } from './profile.service.ts'
import { flagPerson } from './flag-person.service.ts'
import { findPerson } from './people.queries.ts'
import { getPerson } from './person.service.ts'

export const peopleRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, getProfile, [], async ({ actor, query }) => {
    if (query.userId === undefined && query.pseudo === undefined) return loadProfile(platform, actor)
    const found = await findPerson(platform, actor, query)
    return found?.author.id === actor.userId ? loadProfile(platform, actor) : getPerson(platform, actor, found)
  })

  serve(app, flagUser, [], async ({ actor, params, body }) =>
    flagPerson(platform, actor, params.id, toRuleAndReason(body)),
  )
}
