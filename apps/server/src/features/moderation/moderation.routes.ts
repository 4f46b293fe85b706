import {
  appealByLink,
  appealDecision,
  STATISTICS_MONTHS,
  decideAppeal,
  decideCase,
  getCase,
  getModerationCounts,
  listCases,
  listOwnDecisions,
  readDecisionsByLink,
  restoreCase,
} from '@parvis/contract/moderation.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { assertSinglePage, readPage } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { appealAgainstDecision, decideOnAppeal, getCasesByAppealLink, getOwnCase } from './appeal.service.ts'
import { decideOnCase, getDecidableCase, undoCaseDecision } from './decide.service.ts'
import { assertCanReadAllCommunities, assertCanModerate, stateOfCase } from './moderation.policy.ts'
import {
  caseFactsOf,
  presentCase,
  presentCaseSummary,
  presentMonth,
  presentOwnDecision,
} from './moderation.presenter.ts'
import {
  type CaseRow,
  countByMonth,
  countPendingCases,
  findCase,
  findDecidedCases,
  findOwnCases,
  findAuthorsById,
  isSecondPersonAvailable,
  findPendingCases,
} from './moderation.queries.ts'
import { readReportsByCaseId } from './reportables.ts'
import { auditMessageView } from './audit-view.service.ts'

const guards = [assertCanModerate]

const joinReports = async (platform: Platform, rows: readonly CaseRow[]) => {
  const reports = await readReportsByCaseId(platform, rows)
  return rows.map(row => ({ id: row.id, row, report: reports.get(row.id) }))
}

const readCaseWithAudit = async (platform: Platform, actor: Actor, id: string) => {
  const { db, clock } = platform
  const [entry] = await joinReports(platform, [await getDecidableCase(platform, actor, id)])
  const { row, report } = entry!
  const people = await findAuthorsById(db, [...new Set((report?.content.messages ?? []).map(({ userId }) => userId))])
  const isAppealed = stateOfCase(caseFactsOf(row)) === 'appealed'
  const hasSecondPerson = !isAppealed || (await isSecondPersonAvailable(db, row, clock.now()))
  const presented = presentCase(actor, row, report, people, hasSecondPerson)
  if (presented.kind === 'message') await auditMessageView(platform, actor, presented)
  return presented
}

const presentOwnDecisions = async (platform: Platform, rows: readonly CaseRow[]) =>
  (await joinReports(platform, rows)).map(({ row, report }) => presentOwnDecision(row, report, platform.clock.now()))

const readOwnDecision = async (platform: Platform, id: string) =>
  (await presentOwnDecisions(platform, [(await findCase(platform.db, id))!]))[0]!

const caseRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db } = platform

  serve(app, listCases, guards, async ({ actor, query }) => {
    const { list = 'waiting', everywhere = false } = query
    assertCanReadAllCommunities(actor, everywhere)
    const waiting = await countPendingCases(db, actor, everywhere)
    if (list === 'waiting') {
      // all pending cases are on one page, the oldest first
      assertSinglePage(query)
      const found = await joinReports(platform, await findPendingCases(db, actor, everywhere))
      const docs = found.map(({ row, report }) => presentCaseSummary(row, report))
      return { docs, page: 1, hasNextPage: false, nextPage: null, cursor: null, waiting }
    }
    const page = await readPage(query, {
      scope: ['cases', actor.communityId, everywhere],
      find: async start => joinReports(platform, await findDecidedCases(db, actor, everywhere, start)),
      present: ({ row, report }) => presentCaseSummary(row, report),
    })
    return { ...page, waiting }
  })

  serve(app, getCase, guards, async ({ actor, params }) => readCaseWithAudit(platform, actor, params.id))

  serve(app, decideCase, guards, async ({ actor, params, body }) => {
    await decideOnCase(platform, actor, params.id, body)
    return readCaseWithAudit(platform, actor, params.id)
  })

  serve(app, restoreCase, guards, async ({ actor, params }) => {
    await undoCaseDecision(platform, actor, params.id)
    return readCaseWithAudit(platform, actor, params.id)
  })

  serve(app, decideAppeal, guards, async ({ actor, params, body }) => {
    await decideOnAppeal(platform, actor, params.id, body)
    return readCaseWithAudit(platform, actor, params.id)
  })
}

const appealRoutes = (app: FastifyInstance, platform: Platform) => {
  serve(app, listOwnDecisions, [], async ({ actor }) =>
    presentOwnDecisions(platform, await findOwnCases(platform.db, actor.userId)),
  )

  serve(app, appealDecision, [], async ({ actor, body }) => {
    const row = await getOwnCase(platform, actor, body.caseId)
    await appealAgainstDecision(platform, row, body.text)
    return readOwnDecision(platform, row.id)
  })

  serve(app, readDecisionsByLink, [], async ({ body, request }) =>
    presentOwnDecisions(platform, await getCasesByAppealLink(platform, body.token, request.address)),
  )

  serve(app, appealByLink, [], async ({ body, request }) => {
    const linked = await getCasesByAppealLink(platform, body.token, request.address)
    const row = linked.find(({ id }) => id === (body.caseId ?? linked[0]!.id)) ?? fail('error404')
    await appealAgainstDecision(platform, row, body.text)
    return readOwnDecision(platform, row.id)
  })
}

export const moderationRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock } = platform

  caseRoutes(app, platform)
  appealRoutes(app, platform)

  serve(app, getModerationCounts, [], async ({ actor }) =>
    (await countByMonth(db, actor.communityId, STATISTICS_MONTHS, clock.now())).map(presentMonth),
  )
}
