// The first decider cannot circumvent the decision of a second person on the appeal.
import { changeMember } from '@parvis/contract/admin.ts'
import { flagEvent, getEvent, removeEvent } from '@parvis/contract/feed.ts'
import { appealByLink, appealDecision, decideAppeal, decideCase, getCase } from '@parvis/contract/moderation.ts'
import { flagUser } from '@parvis/contract/profile.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addEvent } from '#server/testing/events.ts'
import { findOpenCaseId } from '#server/testing/moderation-cases.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { asPerson, newPseudo } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { eraseFinalRemovals } from './sweep.service.ts'

const HOME = 'les-tilleuls'
const REASON = { rule: 'respect', reason: 'Une insulte' } as const

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
const newMember = async (role: 'neighbor' | 'webmaster' = 'neighbor') => {
  const email = `word-${++people}@test.example`
  return { email, ...(await asPerson(server, { email, pseudo: newPseudo(), role, community: HOME })) }
}
/** Creates a post that the administrator has hidden and whose author has appealed. */
const createAppealedCase = async () => {
  const author = await newMember()
  const id = await addEvent(server, { userId: author.userId })
  await (await newMember()).visitor.call(flagEvent, { params: { id }, body: {} })
  const caseId = await findOpenCaseId(server, id)
  await administrator.call(decideCase, { params: { id: caseId }, body: { decision: 'hide', ...REASON } })
  await author.visitor.call(appealDecision, { body: { caseId, text: 'Non' } })
  return { author, id, caseId }
}
const decideOnAppealAsWebmaster = (id: string, overturn: boolean) =>
  webmaster.call(decideAppeal, { params: { id }, body: { overturn, reason: 'Après relecture' } })

it('a person who was overruled on appeal cannot remove the post again', async () => {
  const { author, id, caseId } = await createAppealedCase()
  expect((await decideOnAppealAsWebmaster(caseId, true)).status).toBe(200)
  const secondRemoval = await administrator.call(removeEvent, { params: { id }, query: REASON })
  expect(secondRemoval.error.key).toBe('overruled')
  expect((await author.visitor.call(getEvent, { params: { id } })).status).toBe(200)
  // another staff member may remove the post again
  expect((await webmaster.call(removeEvent, { params: { id }, query: REASON })).status).toBe(200)
})

it('the decider of a removal can never open the member’s access again; other staff can once the removal is final', async () => {
  const author = await newMember()
  await (await newMember()).visitor.call(flagUser, { params: { id: author.userId }, body: {} })
  const caseId = await findOpenCaseId(server, author.userId)
  await administrator.call(decideCase, { params: { id: caseId }, body: { decision: 'remove', ...REASON } })
  const reopenAccess = (by: Visitor) =>
    by.call(changeMember, { params: { id: author.userId }, body: { disabled: false } })
  expect((await reopenAccess(administrator)).error.key).toBe('closedbydecision')
  const token = /recours#([\w-]+)/.exec((await waitForMail(server, author.email)).text)![1]!
  await server.visitor().call(appealByLink, { body: { token, text: 'C’est moi' } })
  expect((await decideOnAppealAsWebmaster(caseId, false)).status).toBe(200)
  expect((await reopenAccess(administrator)).error.key).toBe('closedbydecision')
  // once the removal is final, somebody other than its decider can open the access again
  await eraseFinalRemovals(server.platform)
  expect((await reopenAccess(administrator)).error.key).toBe('closedbydecision')
  expect((await reopenAccess(webmaster)).status).toBe(200)
})

it('staff who never logged in or are suspended do not count as a second person who could decide on an appeal', async () => {
  const { caseId } = await createAppealedCase()
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

it('of two staff members who suspend each other at once, only one succeeds', async () => {
  const pair = [await newMember('webmaster'), await newMember('webmaster')] as const
  const cases = await Promise.all(
    pair.map(async ({ userId }) => {
      const id = await addEvent(server, { userId })
      await (await newMember()).visitor.call(flagEvent, { params: { id }, body: {} })
      return findOpenCaseId(server, id)
    }),
  )
  const both = await Promise.all(
    pair.map(({ visitor }, n) =>
      visitor.call(decideCase, {
        params: { id: cases[1 - n]! },
        body: { decision: 'suspend', days: 1, ...REASON },
      }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
})
