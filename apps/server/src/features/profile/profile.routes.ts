import { validatePseudo, checkPseudoFree, listHobbies, updateProfile } from '@parvis/contract/profile.ts'
import { correctStay } from '@parvis/contract/stay.ts'
import type { FastifyInstance } from 'fastify'
import { fail, assertValid } from '#server/kernel/errors.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isPseudoFree } from '../membership/member.service.ts'
import { getSessionUser, revokeSessions } from '../session/session.service.ts'
import { findHobbies } from './hobbies.queries.ts'
import { presentHobby } from './profile.presenter.ts'
import { loadProfile, saveProfile } from './profile.service.ts'
import { correctOwnStay } from './stay.service.ts'

export const profileRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, updateProfile, [], async ({ actor, body, files, request }) => {
    const { awaitsApproval } = await saveProfile(platform, actor, body, files)
    if (awaitsApproval) {
      await revokeSessions(platform, actor, [actor.sessionId], 'logout')
      return fail('popup4')
    }
    return getSessionUser(platform, (await request.reloadActor?.()) ?? fail('nosession'))
  })

  serve(app, correctStay, [], async ({ actor, body }) => {
    await correctOwnStay(platform, actor, body)
    return (await loadProfile(platform, actor)).stay ?? fail('error404')
  })

  serve(app, listHobbies, [], async () => (await findHobbies(platform.db)).map(presentHobby))

  serve(app, checkPseudoFree, [], async ({ actor, query }) => {
    assertValid(validatePseudo(query.pseudo))
    return { free: await isPseudoFree(platform.db, actor, query.pseudo.trim()) }
  })
}
