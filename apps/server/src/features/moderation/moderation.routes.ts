import {
  appealByLink,
  appealDecision,
  COUNTED_MONTHS,
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
import { mustBeOnePage, readPage } from '#server/kernel/http/pagination.ts'
import { serve } from '#server/kernel/http/serve.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { appealAgainst, decideOnAppeal, getLinkedCases, getOwnCase } from './appeal.service.ts'
import { decideOnCase, getCaseFor, restore } from './decide.service.ts'
import { mustReadEverywhere, mustRunModeration, stateOfCase } from './moderation.policy.ts'
import { factsOf, presentCase, presentCaseLine, presentMonth, presentOwnDecision } from './moderation.presenter.ts'
import {
  type CaseRow,
  countByMonth,
  countWaitingCases,
  findCase,
  findDecidedCases,
  findOwnCases,
  findPeople,
  findSecondPerson,
  findWaitingCases,
} from './moderation.queries.ts'
import { readReports } from './reportables.ts'
import { noteLook } from './look.service.ts'

export const moderationRoutes = (app: FastifyInstance, platform: Platform) => {
  const { db, clock } = platform
  const guards = [mustRunModeration]

  const withReports = async (rows: readonly CaseRow[]) => {
    const reports = await readReports(db, rows)
    return rows.map(row => ({ id: row.id, row, report: reports.get(row.id) }))
  }
  const caseFor = async (actor: Actor, id: string) => {
    const [read] = await withReports([await getCaseFor(platform, actor, id)])
    const { row, report } = read!
    const people = await findPeople(db, [...new Set((report?.content.messages ?? []).map(({ userId }) => userId))])
    const waitsForAppeal = stateOfCase(factsOf(row)) === 'appealed'
    const hasSecondPerson = !waitsForAppeal || (await findSecondPerson(db, row, clock.now()))
    const shown = presentCase(actor, row, report, people, hasSecondPerson)
    if (shown.kind === 'message') await noteLook(platform, actor, shown)
    return shown
  }
  const presentOwn = async (rows: readonly CaseRow[]) =>
    (await withReports(rows)).map(({ row, report }) => presentOwnDecision(row, report, clock.now()))
  const ownDecision = async (id: string) => (await presentOwn([(await findCase(db, id))!]))[0]!

  serve(app, listCases, guards, async ({ actor, query }) => {
    const { list = 'waiting', everywhere = false } = query
    mustReadEverywhere(actor, everywhere)
    const waiting = await countWaitingCases(db, actor, everywhere)
    if (list === 'waiting') {
      // pending cases come on one page, the oldest first
      mustBeOnePage(query)
      const found = await withReports(await findWaitingCases(db, actor, everywhere))
      const docs = found.map(({ row, report }) => presentCaseLine(row, report))
      return { docs, page: 1, hasNextPage: false, nextPage: null, cursor: null, waiting }
    }
    const page = await readPage(query, {
      scope: ['cases', actor.communityId, everywhere],
      find: async start => withReports(await findDecidedCases(db, actor, everywhere, start)),
      present: ({ row, report }) => presentCaseLine(row, report),
    })
    return { ...page, waiting }
  })

  serve(app, getCase, guards, async ({ actor, params }) => caseFor(actor, params.id))

  serve(app, decideCase, guards, async ({ actor, params, body }) => {
    await decideOnCase(platform, actor, params.id, body)
    return caseFor(actor, params.id)
  })

  serve(app, restoreCase, guards, async ({ actor, params }) => {
    await restore(platform, actor, params.id)
    return caseFor(actor, params.id)
  })

  serve(app, decideAppeal, guards, async ({ actor, params, body }) => {
    await decideOnAppeal(platform, actor, params.id, body)
    return caseFor(actor, params.id)
  })

  serve(app, listOwnDecisions, [], async ({ actor }) => presentOwn(await findOwnCases(db, actor.userId)))

  serve(app, appealDecision, [], async ({ actor, body }) => {
    const row = await getOwnCase(platform, actor, body.caseId)
    await appealAgainst(platform, row, body.text)
    return ownDecision(row.id)
  })

  serve(app, readDecisionsByLink, [], async ({ body, request }) =>
    presentOwn(await getLinkedCases(platform, body.token, request.address)),
  )

  serve(app, appealByLink, [], async ({ body, request }) => {
    const linked = await getLinkedCases(platform, body.token, request.address)
    const row = linked.find(({ id }) => id === (body.caseId ?? linked[0]!.id)) ?? fail('error404')
    await appealAgainst(platform, row, body.text)
    return ownDecision(row.id)
  })

  serve(app, getModerationCounts, [], async ({ actor }) =>
    (await countByMonth(db, actor.communityId, COUNTED_MONTHS, clock.now())).map(presentMonth),
  )
}
