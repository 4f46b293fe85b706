import {
  addStay,
  changeLogo,
  changeMember,
  changeStay,
  decideOnNewcomer,
  getDesk,
  getMemberFile,
  getPoster,
  invite,
  listInvitations,
  listMembers,
  listWaiting,
  printCode,
  removeStay,
  rotateKey,
  sendPasswordLink,
  withdrawInvitation,
} from '@parvis/contract/admin.ts'
import { resetSecondFactor } from '@parvis/contract/second-factor.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { isId } from '#server/kernel/ids.ts'
import { keyedPageStart, pageOf, readPage } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { getRegisterKey } from '../community/community.service.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import { findMinors } from '../session/minors.service.ts'
import { mustPrintPoster, mustRunCommunity, rolesToGive } from './admin.policy.ts'
import { presentInvitation, presentMember, presentMemberFile, presentStay, presentWaiting } from './admin.presenter.ts'
import {
  countMembers,
  countWaiting,
  findInvitation,
  findInvited,
  findMember,
  findMembers,
  findStay,
  findStays,
  findWaiting,
  hasStays,
} from './admin.queries.ts'
import {
  changeMemberOf,
  decide,
  giveLogo,
  giveNewKey,
  inviteSomebody,
  posterOf,
  printCodeFor,
  resetFactorOf,
  sendReset,
  withdraw,
} from './admin.service.ts'
import { giveStay, moveStay, takeStay } from './admin-stays.service.ts'

export const adminRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform
  const guards = [mustRunCommunity]

  const fileOf = async (actor: Actor, id: string) => {
    const row = (await findMember(db, actor.communityId, id)) ?? fail('error404')
    const [stays, minors] = await Promise.all([
      findStays(db, actor.communityId, id),
      findMinors(platform, actor.communityId, [id]),
    ])
    return presentMemberFile(actor, row, { stays, isMinor: minors.has(id) })
  }
  const invitationOf = async ({ communityId }: Actor, id: string) =>
    presentInvitation((await findInvitation(db, communityId, id)) ?? fail('error404'))

  serve(app, getDesk, guards, async ({ actor }) => {
    const { communityId } = actor
    const [membersCount, waitingCount, waiting, registerKey, stays] = await Promise.all([
      countMembers(db, communityId),
      countWaiting(db, communityId),
      findWaiting(db, communityId, { after: null, skip: 0, limit: PAGE_SIZE }),
      getRegisterKey(platform, communityId),
      hasStays(db, communityId),
    ])
    return {
      membersCount,
      waiting: waiting.map(presentWaiting),
      waitingCount,
      registerKey,
      roles: rolesToGive(actor),
      stays,
    }
  })

  serve(app, listWaiting, guards, async ({ actor: { communityId }, query }) => {
    const scope = ['waiting', communityId]
    const start = keyedPageStart(query, scope, isId)
    const rows = await findWaiting(db, communityId, { ...start, limit: PAGE_SIZE + 1 })
    const shown = rows.slice(0, PAGE_SIZE)
    const hasNextPage = rows.length > shown.length
    return pageOf(shown.map(presentWaiting), start, { hasNextPage, lastKey: shown.at(-1)?.id, scope })
  })

  serve(app, listMembers, guards, ({ actor: { communityId }, query }) =>
    readPage(query, {
      scope: ['members', communityId, query.search],
      find: start => findMembers(db, communityId, { search: query.search, start }),
      present: presentMember,
    }),
  )

  serve(app, getMemberFile, guards, ({ actor, params }) => fileOf(actor, params.id))

  serve(app, changeMember, guards, async ({ actor, params, body }) => {
    await changeMemberOf(platform, actor, params.id, body)
    return fileOf(actor, params.id)
  })

  serve(app, decideOnNewcomer, guards, async ({ actor, params, body }) => {
    await decide(platform, actor, params.id, body.letIn)
    return { _id: params.id }
  })

  serve(app, sendPasswordLink, guards, async ({ actor, params }) => {
    await sendReset(platform, actor, params.id)
    return { _id: params.id }
  })

  serve(app, resetSecondFactor, guards, async ({ actor, params }) => {
    await resetFactorOf(platform, actor, params.id)
    return { _id: params.id }
  })

  serve(app, printCode, guards, ({ actor, params }) => printCodeFor(platform, actor, params.id))

  serve(app, getPoster, [mustPrintPoster], ({ actor }) => posterOf(platform, actor.communityId))

  serve(app, listInvitations, guards, ({ actor: { communityId }, query }) =>
    readPage(query, {
      scope: ['invitations', communityId],
      find: start => findInvited(db, communityId, start),
      present: presentInvitation,
    }),
  )

  serve(app, invite, guards, async ({ actor, body }) => {
    const { id, letter } = await inviteSomebody(platform, actor, body)
    return { invitation: await invitationOf(actor, id), letter }
  })

  serve(app, withdrawInvitation, guards, async ({ actor, params }) => {
    await withdraw(platform, actor, params.id)
    return { _id: params.id }
  })

  serve(app, addStay, guards, async ({ actor, params, body }) =>
    presentStay(await findStay(db, actor.communityId, await giveStay(platform, actor, params.id, body))),
  )

  serve(app, changeStay, guards, async ({ actor, params, body }) => {
    await moveStay(platform, actor, params.id, body)
    return presentStay(await findStay(db, actor.communityId, params.id))
  })

  serve(app, removeStay, guards, async ({ actor, params }) => {
    await takeStay(platform, actor, params.id)
    return { _id: params.id }
  })

  serve(app, changeLogo, guards, async ({ actor, files }) => ({
    logoUri: presentMediaUri(await giveLogo(platform, actor, files))!,
  }))

  serve(app, rotateKey, guards, async ({ actor, body }) => {
    await giveNewKey(platform, actor, body)
    return getRegisterKey(platform, actor.communityId)
  })
}
