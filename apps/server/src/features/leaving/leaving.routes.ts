import '@fastify/cookie'
import {
  deleteAccount,
  dropExport,
  EXPORT_FILE_PATH,
  getExport,
  getLeaving,
  leaveCommunity,
  makeExport,
  proveOwner,
  undoDeparture,
} from '@parvis/contract/leaving.ts'
import { isMember } from '@parvis/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import { audit } from '#server/kernel/audit.ts'
import { fail } from '#server/kernel/errors.ts'
import { cookieNames, usesHttps } from '#server/kernel/http/http.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isAmongFirstOfDay } from '#server/kernel/limits/rate-limit.ts'
import { getRegistrationRules } from '../community/community.service.ts'
import { requestExport, removeExportByOwner, getExportFile } from './export.service.ts'
import { presentExport } from './leaving.presenter.ts'
import { findExport } from './leaving.queries.ts'
import {
  deleteActorAccount,
  loadLeaving,
  leaveActorCommunity,
  proveOwnership,
  undoDepartureByToken,
} from './leaving.service.ts'

/** Maximum number of export downloads that are audited per account and day. Later downloads are not audited. */
const MAX_AUDITED_FETCHES = 20

export const leavingRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock, settings } = platform
  const secure = usesHttps(settings)
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const { session } = cookieNames(secure)

  serve(app, getLeaving, [], async ({ actor }) => loadLeaving(platform, actor))

  serve(app, proveOwner, [], async ({ actor, body }) => ({ proof: await proveOwnership(platform, actor, body) }))

  serve(app, deleteAccount, [], async ({ actor, reply }) => {
    await deleteActorAccount(platform, actor)
    if (!actor.isShellSession) reply.clearCookie(session, cookie)
    return { _id: actor.userId }
  })

  serve(app, leaveCommunity, [], async ({ actor, reply }) => {
    await leaveActorCommunity(platform, actor)
    if (!actor.isShellSession) reply.clearCookie(session, cookie)
    return { _id: actor.userId }
  })

  serve(app, undoDeparture, [], async ({ body, request }) => {
    const communityId = await undoDepartureByToken(platform, body.token, request.address)
    const { customUri } = await getRegistrationRules(db, communityId)
    return { communityId, customUri }
  })

  serve(app, getExport, [], async ({ actor }) => {
    const row = await findExport(db, actor.accountId, clock.now())
    return row ? presentExport(row) : null
  })

  serve(app, makeExport, [], async ({ actor, body }) => presentExport(await requestExport(platform, actor, body.lang)))

  serve(app, dropExport, [], async ({ actor }) => ({ _id: await removeExportByOwner(platform, actor) }))

  app.get(EXPORT_FILE_PATH, async ({ actor }, reply) => {
    if (!actor) return fail('nosession')
    if (!isMember(actor.role)) return fail('guestforbidden')
    if (actor.needFactor) return fail('forbidden')
    const { row, file } = await getExportFile(platform, actor)
    const { communityId, userId, accountId } = actor
    if (await isAmongFirstOfDay(db, `export-noted ${accountId}`, MAX_AUDITED_FETCHES))
      await audit(db, { act: 'export.fetched', communityId, userId, accountId })
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-length': file.size,
        'content-disposition': `attachment; filename="parvis-${row.asked_at.toISOString().slice(0, 10)}.zip"`,
        'cache-control': 'private, no-store',
      })
      .send(file.stream())
  })
}
