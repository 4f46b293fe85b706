import { afterEach, describe, expect, it } from 'vitest'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const POST = `${FEED}/edition-publication`
const TEAM = '/les-tilleuls/a-mon-service'

const setCommunity = async (values: object) => {
  const { server } = stage()
  await server.db.updateTable('communities').set(values).where('custom_uri', '=', 'les-tilleuls').execute()
  server.platform.bus.announce('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
}
afterEach(() => setCommunity({ accept_posts: true, subscribe: true }))

describe.each(oppositeShapes)(
  'what a community has switched on, $size, $language',
  ({ size, language, say }: Shape) => {
    it('free posts of neighbours: without them no way leads there, with them it does', async () => {
      const { page } = await stage().welcome({ size, language, as: 'neighbor' })
      const composer = page.getByRole('button', { name: say('feed.composer.entry') })
      await setCommunity({ accept_posts: false })
      await page.goto(FEED)
      await page.getByRole('article').first().waitFor()
      expect(await composer.count()).toBe(0)
      await page.goto(POST)
      await page.waitForURL(`**${FEED}`)
      await setCommunity({ accept_posts: true })
      await page.goto(FEED)
      await composer.waitFor()
      await page.goto(POST)
      await page.getByRole('main').getByRole('textbox').first().waitFor()
      expect(new URL(page.url()).pathname).toBe(POST)
    })

    it('writing to the team: where it is not open that is said, and the server tells of nobody', async () => {
      const { page, faults } = await stage().welcome({ size, language, as: 'neighbor' })
      faults.expect('GET /messages/employees 403')
      await setCommunity({ subscribe: false })
      await page.goto(TEAM)
      await page.getByText(say('messages.team.closed.title')).waitFor()
      await setCommunity({ subscribe: true })
      const answered = page.waitForResponse(/\/messages\/employees/)
      await page.reload()
      expect((await answered).status()).toBe(200)
      await page.locator('a[href*="/mes-conversations/"]').first().waitFor()
      expect(await page.getByText(say('messages.team.closed.title')).count()).toBe(0)
    })
  },
)
