// `abilities` lists the actions that the viewer may perform. The test tries every action: a listed action must not be
// refused for lack of rights, any other action must be refused. It does so for every role and for the switches of the
// community: all on and all off in the short run, every combination in the long run. Suspended members, minors and
// members of private and sister communities are tried too; some of them in the short run, with all switches on.
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  tryAbilitiesOnConversations,
  tryAbilitiesOnDeals,
  tryAbilitiesOnInformation,
  tryAbilitiesOnPeople,
  tryAbilitiesOnPosts,
  tryAbilitiesOnTemplates,
  tryAbilitiesToEnter,
  tryAbilitiesToLeave,
  trySessionAbilities,
} from './testing/ability-attempts.ts'
import {
  type AbilityCell,
  type AbilityResults,
  allSwitchCombinations,
  allOnAndAllOff,
  sendCall,
  viewersBySituation,
  viewersByRole,
  createAbilityCell,
  HOME_COMMUNITY,
  isInShortRun,
  otherRoles,
  PRIVATE_COMMUNITY,
  SISTER_COMMUNITY,
} from './testing/ability-cells.ts'
import { isLong } from './testing/long.ts'
import { asPerson } from './testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'

let server: TestServer
const administrators = {} as Record<string, Visitor>
beforeAll(async () => {
  server = await openTestServer('demo')
  for (const community of [HOME_COMMUNITY, PRIVATE_COMMUNITY, SISTER_COMMUNITY])
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
  const administrator = administrators[HOME_COMMUNITY]!
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
  await tryAbilitiesToLeave(cell)
  if (cell.viewer.role === 'visitor') await tryAbilitiesToEnter(cell)
}

it('the server allows every action that `abilities` offers and refuses every other one', async () => {
  const results: AbilityResults = { differences: [], triedCount: 0, triedCountBySituation: {} }
  const templates = await readTemplateIds()
  for (const switches of isLong ? allSwitchCombinations : allOnAndAllOff) {
    for (const one of Object.values(administrators))
      expect((await sendCall(server, one, ['PUT', '/admin/community', switches])).key).toBe(null)
    const shortRunViewers = switches.acceptPosts ? viewersBySituation.filter(isInShortRun) : []
    for (const viewer of [...viewersByRole, ...(isLong ? viewersBySituation : shortRunViewers)]) {
      const administrator = administrators[viewer.othersCommunity]!
      await tryCell(await createAbilityCell(server, viewer, switches, { administrator, templates, results }))
    }
  }
  const { differences, triedCount, triedCountBySituation } = results
  console.log(`${triedCount} cells tried, ${differences.length} differ`, triedCountBySituation)
  expect(differences).toEqual([])
  expect(triedCount).toBeGreaterThan(2_200)
}, 1_200_000)
