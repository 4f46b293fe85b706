// A decision on appeal by a second person cannot be circumvented by the first.
import { changeMember } from '@parvis/contract/admin.ts'
import { flagEvent, getEvent, removeEvent } from '@parvis/contract/feed.ts'
import { appealByLink, appealDecision, decideAppeal, decideCase, getCase } from '@parvis/contract/moderation.ts'
import { flagUser } from '@parvis/contract/profile.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addEvent } from '#server/testing/events.ts'
import { openCaseOf } from '#server/testing/moderation-cases.ts'
import { mailTo } from '#server/testing/mails.ts'
import { asPerson, newPseudo } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { eraseRemoved } from './sweep.service.ts'

const HOME = 'les-tilleuls'
const WORDS = { rule: 'respect', reason: 'Une insulte' } as const

let server: TestServer
let administrator: Visitor
let webmaster: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  ;[administrator, webmaster] = [await server.as('administrator'), await server.as('webmaster')]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('moderation_cases').execute()
})

let people = 0
const somebody = async (role: 'neighbor' | 'webmaster' = 'neighbor') => {
  const email = `word-${++people}@test.example`
  return { email, ...(await asPerson(server, { email, pseudo: newPseudo(), role, community: HOME })) }
}
/** A post that the administrator has hidden and whose author appeals. */
const appealed = async () => {
  const author = await somebody()
  const id = await addEvent(server, { userId: author.userId })
  await (await somebody()).visitor.call(flagEvent, { params: { id }, body: {} })
  const caseId = await openCaseOf(server, id)
  await administrator.call(decideCase, { params: { id: caseId }, body: { decision: 'hide', ...WORDS } })
  await author.visitor.call(appealDecision, { body: { caseId, text: 'Non' } })
  return { author, id, caseId }
}
const answer = (id: string, overturn: boolean) =>
  webmaster.call(decideAppeal, { params: { id }, body: { overturn, reason: 'Après relecture' } })

it('refuses to remove a post again by the person who was overruled on appeal', async () => {
  const { author, id, caseId } = await appealed()
  expect((await answer(caseId, true)).status).toBe(200)
  const again = await administrator.call(removeEvent, { params: { id }, query: WORDS })
  expect(again.error.key).toBe('overruled')
  expect((await author.visitor.call(getEvent, { params: { id } })).status).toBe(200)
  // another staff member may decide otherwise
  expect((await webmaster.call(removeEvent, { params: { id }, query: WORDS })).status).toBe(200)
})

it('refuses to reopen access closed by a decision except by undoing it', async () => {
  const author = await somebody()
  await (await somebody()).visitor.call(flagUser, { params: { id: author.userId }, body: {} })
  const caseId = await openCaseOf(server, author.userId)
  await administrator.call(decideCase, { params: { id: caseId }, body: { decision: 'remove', ...WORDS } })
  const letIn = (by: Visitor) => by.call(changeMember, { params: { id: author.userId }, body: { disabled: false } })
  expect((await letIn(administrator)).error.key).toBe('closedbydecision')
  const token = /recours#([\w-]+)/.exec((await mailTo(server, author.email)).text)![1]!
  await server.visitor().call(appealByLink, { body: { token, text: 'C’est moi' } })
  expect((await answer(caseId, false)).status).toBe(200)
  expect((await letIn(administrator)).error.key).toBe('closedbydecision')
  // a final decision can be reverted only by somebody other than its decider
  await eraseRemoved(server.platform)
  expect((await letIn(administrator)).error.key).toBe('closedbydecision')
  expect((await letIn(webmaster)).status).toBe(200)
})

it('does not count staff who never logged in or are suspended as a second person', async () => {
  const { caseId } = await appealed()
  const read = async () => (await administrator.call(getCase, { params: { id: caseId } })).answer.hasSecondPerson
  const others = server.db
    .updateTable('users')
    .where('role', 'in', ['administrator', 'webmaster'])
    .where('account_id', '<>', eb =>
      eb.selectFrom('accounts').select('id').where('email', '=', 'administrator@demo.example'),
    )
  expect(await read()).toBe(true)
  await others.set({ first_login: true }).execute()
  expect(await read()).toBe(false)
  await others.set({ first_login: false, suspended_until: new Date(Date.now() + 86_400_000) }).execute()
  expect(await read()).toBe(false)
  await others.set({ suspended_until: null }).execute()
  expect(await read()).toBe(true)
})

it('lets only one of two staff members win who suspend each other at once', async () => {
  const pair = [await somebody('webmaster'), await somebody('webmaster')] as const
  const cases = await Promise.all(
    pair.map(async ({ userId }) => {
      const id = await addEvent(server, { userId })
      await (await somebody()).visitor.call(flagEvent, { params: { id }, body: {} })
      return openCaseOf(server, id)
    }),
  )
  const both = await Promise.all(
    pair.map(({ visitor }, n) =>
      visitor.call(decideCase, {
        params: { id: cases[1 - n]! },
        body: { decision: 'suspend', days: 1, ...WORDS },
      }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
})
