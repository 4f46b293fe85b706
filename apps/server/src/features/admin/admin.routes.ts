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
import { keyedPageStart, createPage, readPage } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { getRegisterKey } from '../community/community.service.ts'
import { buildPoster } from '../community/poster.service.ts'
import { findMinors } from '#server/kernel/minors.ts'
import { assertCanPrintPoster, assertCanRunCommunity, assignableRoles } from './admin.policy.ts'
import {
  presentInvitation,
  presentMember,
  presentMemberFile,
  presentStay,
  presentPendingMember,
} from './admin.presenter.ts'
import {
  countMembers,
  countPendingMembers,
  findInvitation,
  findInvitations,
  findMember,
  findMembers,
  findStay,
  findStays,
  findPendingMembers,
  isCampingSite,
} from './admin.queries.ts'
import {
  updateMember,
  decideOnPendingMember,
  replaceLogo,
  resetMemberSecondFactor,
  sendPasswordReset,
} from './admin.service.ts'
import { inviteMember, printCodeFor, withdrawMemberInvitation } from './invitations.service.ts'
import { replaceRegisterKey } from './register-key.service.ts'
import { addMemberStay, changeMemberStay, removeMemberStay } from './admin-stays.service.ts'

const guards = [assertCanRunCommunity]

const deskRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform

  serve(app, getDesk, guards, async ({ actor }) => {
    const { communityId } = actor
    const [membersCount, waitingCount, waiting, registerKey, stays] = await Promise.all([
      countMembers(db, communityId),
      countPendingMembers(db, communityId),
      findPendingMembers(db, communityId, { after: null, skip: 0, limit: PAGE_SIZE }),
      getRegisterKey(platform, communityId),
      isCampingSite(db, communityId),
    ])
    return {
      membersCount,
      waiting: waiting.map(presentPendingMember),
      waitingCount,
      registerKey,
      roles: assignableRoles(actor),
      stays,
    }
  })

  serve(app, listWaiting, guards, async ({ actor: { communityId }, query }) => {
    const scope = ['waiting', communityId]
    const start = keyedPageStart(query, scope, isId)
    const rows = await findPendingMembers(db, communityId, { ...start, limit: PAGE_SIZE + 1 })
    const pageRows = rows.slice(0, PAGE_SIZE)
    const hasNextPage = rows.length > pageRows.length
    return createPage(pageRows.map(presentPendingMember), start, { hasNextPage, lastKey: pageRows.at(-1)?.id, scope })
  })
}

const memberRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform

  const loadMemberFile = async (actor: Actor, id: string) => {
    const row = (await findMember(db, actor.communityId, id)) ?? fail('error404')
    const [stays, minors] = await Promise.all([
      findStays(db, actor.communityId, id),
      findMinors(platform, actor.communityId, [id]),
    ])
    return presentMemberFile(actor, row, { stays, isMinor: minors.has(id) })
  }

  serve(app, listMembers, guards, ({ actor: { communityId }, query }) =>
    readPage(query, {
      scope: ['members', communityId, query.search],
      find: start => findMembers(db, communityId, { search: query.search, start }),
      present: presentMember,
    }),
  )

  serve(app, getMemberFile, guards, ({ actor, params }) => loadMemberFile(actor, params.id))

  serve(app, changeMember, guards, async ({ actor, params, body }) => {
    await updateMember(platform, actor, params.id, body)
    return loadMemberFile(actor, params.id)
  })

  serve(app, decideOnNewcomer, guards, async ({ actor, params, body }) =>
    decideOnPendingMember(platform, actor, params.id, body.letIn),
  )

  serve(app, sendPasswordLink, guards, async ({ actor, params }) => sendPasswordReset(platform, actor, params.id))

  serve(app, resetSecondFactor, guards, async ({ actor, params }) =>
    resetMemberSecondFactor(platform, actor, params.id),
  )

  serve(app, printCode, guards, ({ actor, params }) => printCodeFor(platform, actor, params.id))
}

const invitationRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform

  const loadInvitation = async ({ communityId }: Actor, id: string) =>
    presentInvitation((await findInvitation(db, communityId, id)) ?? fail('error404'))

  serve(app, listInvitations, guards, ({ actor: { communityId }, query }) =>
    readPage(query, {
      scope: ['invitations', communityId],
      find: start => findInvitations(db, communityId, start),
      present: presentInvitation,
    }),
  )

  serve(app, invite, guards, async ({ actor, body }) => {
    const { id, letter } = await inviteMember(platform, actor, body)
    return { invitation: await loadInvitation(actor, id), letter }
  })

  serve(app, withdrawInvitation, guards, async ({ actor, params }) =>
    withdrawMemberInvitation(platform, actor, params.id),
  )
}

const stayRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform

  serve(app, addStay, guards, async ({ actor, params, body }) =>
    presentStay(await findStay(db, actor.communityId, await addMemberStay(platform, actor, params.id, body))),
  )

  serve(app, changeStay, guards, async ({ actor, params, body }) => {
    await changeMemberStay(platform, actor, params.id, body)
    return presentStay(await findStay(db, actor.communityId, params.id))
  })

  serve(app, removeStay, guards, async ({ actor, params }) => removeMemberStay(platform, actor, params.id))
}

const logoAndKeyRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, changeLogo, guards, async ({ actor, files }) => ({
    logoUri: presentMediaUri(await replaceLogo(platform, actor, files))!,
  }))

  serve(app, rotateKey, guards, async ({ actor, body }) => {
    await replaceRegisterKey(platform, actor, body)
    return getRegisterKey(platform, actor.communityId)
  })
}

export const adminRoutes = (app: FastifyInstance, platform: Platform) => {
  deskRoutes(app, platform)
  memberRoutes(app, platform)
  serve(app, getPoster, [assertCanPrintPoster], ({ actor }) => buildPoster(platform, actor.communityId))
  invitationRoutes(app, platform)
  stayRoutes(app, platform)
  logoAndKeyRoutes(app, platform)
}
