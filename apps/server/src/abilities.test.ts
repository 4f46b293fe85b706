// Tries every entry of `abilities`: an offered action is not refused for lack of rights, and one that is not offered is
// refused. By role and by the community’s switches: all on and all off in the short run, every combination in the long
// one. Suspended members, minors and members of private and sister communities are tried too; some of them in the short
// run, with all switches on.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  tryAbilitiesOnConversations,
  tryAbilitiesOnDeals,
  tryAbilitiesOnInformation,
  tryAbilitiesOnPeople,
  tryAbilitiesOnPosts,
  tryAbilitiesOnTemplates,
  tryEntry,
  tryLeaving,
  trySessionAbilities,
} from './testing/ability-attempts.ts'
import {
  type AbilityCell,
  type AbilityResults,
  allCombinations,
  allOnAndAllOff,
  sendCall,
  bySituation,
  byRole,
  createCell,
  HOME,
  isInShortRun,
  otherRoles,
  PRIVATE,
  SISTER,
} from './testing/ability-cells.ts'
import { isLong } from './testing/long.ts'
import { asPerson } from './testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'

let server: TestServer
const administrators = {} as Record<string, Visitor>
beforeAll(async () => {
  server = await openTestServer('demo')
  for (const community of [HOME, PRIVATE, SISTER])
    administrators[community] = (
      await asPerson(server, { email: `boss@${community}.example`, role: 'administrator', community })
    ).visitor
})
afterAll(() => server.close())

const findTemplate = async (type: string): Promise<string> => {
  const { answer } = await sendCall(server, await server.as('employee'), ['GET', '/templates/categories'])
  return answer.flatMap(({ templates }: any) => templates).find((one: any) => one.type === type)._id
}

const readTemplateIds = async () => {
  const administrator = administrators[HOME]!
  return {
    activity: await findTemplate('Activity'),
    message: await findTemplate('Template'),
    dealActivity: (await sendCall(server, administrator, ['GET', '/templates/usedByGooddeals'])).answer[0]
      ?._id as string,
    category: (await sendCall(server, administrator, ['GET', '/templates/categories'])).answer[0]._id as string,
  }
}

const tryCell = async (cell: AbilityCell) => {
  await trySessionAbilities(cell)
  await tryAbilitiesOnPosts(cell)
  for (const other of otherRoles) {
    await tryAbilitiesOnConversations(cell, other)
    await tryAbilitiesOnPeople(cell, other)
  }
  await tryAbilitiesOnDeals(cell)
  await tryAbilitiesOnTemplates(cell)
  await tryAbilitiesOnInformation(cell)
  await tryLeaving(cell)
  if (cell.viewer.role === 'visitor') await tryEntry(cell)
}

it('the server allows every action that `abilities` offers and refuses every other one', async () => {
  const results: AbilityResults = { differences: [], triedCount: 0, perSituation: {} }
  const templates = await readTemplateIds()
  for (const on of isLong ? allCombinations : allOnAndAllOff) {
    for (const one of Object.values(administrators))
      expect((await sendCall(server, one, ['PUT', '/admin/community', on])).key).toBe(null)
    const shortRunViewers = on.acceptPosts ? bySituation.filter(isInShortRun) : []
    for (const viewer of [...byRole, ...(isLong ? bySituation : shortRunViewers)]) {
      const administrator = administrators[viewer.others]!
      await tryCell(await createCell(server, viewer, on, { administrator, templates, results }))
    }
  }
  const { differences, triedCount, perSituation } = results
  console.log(`${triedCount} cells tried, ${differences.length} differ`, perSituation)
  expect(differences).toEqual([])
  expect(triedCount).toBeGreaterThan(2_200)
}, 1_200_000)
