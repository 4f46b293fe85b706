// A decision, an appeal and its outcome need a reason with visible characters. Unknown appeal links are refused.
import { flagEvent } from '@parvis/contract/feed.ts'
import {
  appealByLink,
  appealDecision,
  decideAppeal,
  decideCase,
  listOwnDecisions,
  readDecisionsByLink,
} from '@parvis/contract/moderation.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { newSecret } from '#server/kernel/secrets.ts'
import { addEvent } from '#server/testing/events.ts'
import { addCase } from '#server/testing/moderation-cases.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let home: string
let administrator: Visitor
let webmaster: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
  administrator = await server.as('administrator')
  webmaster = await server.as('webmaster')
})
afterAll(() => server.close())

const newMember = () => asPerson(server, { email: `${newId()}@words.example`, community: 'les-tilleuls' })
const invisibleTexts = ['\0', ' \0 ', '\u200b\u2060', '\u3164', '\u2800', '\ufeff\t\n', '\u0007']
const decided = async (more: { appealed?: boolean; token?: string } = {}) => {
  const author = await newMember()
  const postId = await addEvent(server, { userId: author.userId, description: 'Trop vif' })
  const caseId = await addCase(server, { communityId: home, authorId: author.userId, postId, decided: more })
  return { author, caseId }
}

it('a decision needs a reason with visible characters', async () => {
  const [author, reporter] = [await newMember(), await newMember()]
  const postId = await addEvent(server, { userId: author.userId, description: 'Trop vif' })
  await reporter.visitor.call(flagEvent, { params: { id: postId }, body: {} })
  const { id } = await server.db
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject_id', '=', postId)
    .executeTakeFirstOrThrow()
  const hide = (reason: string) =>
    administrator.call(decideCase, { params: { id }, body: { decision: 'hide', rule: 'respect', reason } })
  for (const reason of invisibleTexts) {
    const { status, error } = await hide(reason)
    expect([status, error.key, error.field]).toEqual([400, 'reasonmandatory', 'reason'])
  }
  expect((await hide('Une\0 insulte')).status).toBe(200)
  expect((await author.visitor.call(listOwnDecisions)).answer[0]).toMatchObject({ reason: 'Une insulte' })
})

it('an appeal needs a text with visible characters', async () => {
  const token = newSecret()
  const { author, caseId } = await decided({ token })
  for (const text of invisibleTexts)
    for (const refused of [
      await author.visitor.call(appealDecision, { body: { caseId, text } }),
      await server.visitor().call(appealByLink, { body: { token, text } }),
    ])
      expect([refused.status, refused.error.key, refused.error.field]).toEqual([400, 'reasonmandatory', 'text'])
  const made = await author.visitor.call(appealDecision, { body: { caseId, text: ' Ce n’était\0 pas moi\ud800 ' } })
  expect(made.answer.appeal).toMatchObject({ text: 'Ce n’était pas moi\ufffd' })
})

it('a decision on an appeal needs a reason with visible characters', async () => {
  const { caseId } = await decided({ appealed: true })
  const answer = (reason: string) =>
    webmaster.call(decideAppeal, { params: { id: caseId }, body: { overturn: false, reason } })
  for (const reason of invisibleTexts) {
    const { status, error } = await answer(reason)
    expect([status, error.key, error.field]).toEqual([400, 'reasonmandatory', 'reason'])
  }
  expect((await answer('Maintenu\0')).answer.appeal).toMatchObject({ outcome: { reason: 'Maintenu' } })
})

it('an unknown appeal link is audited with the IP address that tried it, and a valid link is not', async () => {
  const token = newSecret()
  await decided({ token })
  const auditEntries = async () =>
    server.db
      .selectFrom('audit_log')
      .select(['act', 'address', 'account_id'])
      .where('act', '=', 'link.failed')
      .execute()
  const before = (await auditEntries()).length
  expect((await server.visitor().call(readDecisionsByLink, { body: { token } })).status).toBe(200)
  expect(await auditEntries()).toHaveLength(before)
  const wrong = { token: newSecret() }
  expect((await server.visitor().call(readDecisionsByLink, { body: wrong })).error.key).toBe('tokenexpired')
  const appealed = await server.visitor().call(appealByLink, { body: { ...wrong, text: 'Pardon' } })
  expect(appealed.error.key).toBe('tokenexpired')
  const lines = (await auditEntries()).slice(before)
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toMatchObject({ address: expect.any(String), account_id: null })
})
