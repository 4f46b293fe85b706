// features: profile
import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { getProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { hasTabBar, oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const LIVE_TIMEOUT = { timeout: 15_000 }
const FEED = '/les-tilleuls/actualites'
let memberCount = 0

describe.each(oppositeShapes)('the profile of a member, $size, $language', ({ size, language, t }: Shape) => {
  const french = language === 'fr'
  const addMember = async () => {
    const pseudo = `Zoe${++memberCount}`
    const person = await asPerson(testServer().server, {
      email: `${pseudo}@people.example`,
      pseudo,
      community: 'les-tilleuls',
    })
    await sql`update users set firstname = ${`Zoé${memberCount}`}, lastname = 'Quint', gender = 'F', description = 'Je chante le mardi.',
      description_en = 'I sing on Tuesdays.', address = '4 rue des Tilleuls', zip_code = '74000', city = 'Annecy',
      building_access = 'Code 4821' where id = ${person.userId}`.execute(testServer().server.db)
    return { pseudo, name: `Zoé${memberCount} Q.`, ...person }
  }
  type Member = Awaited<ReturnType<typeof addMember>>
  const openPage = async ({ visitor }: Pick<Member, 'visitor'>, path: string) => {
    const visit = await testServer().newPage({
      size,
      language,
      by: visitor,
      context: { hasTouch: hasTabBar(size) },
    })
    await visit.page.goto(path)
    return visit
  }
  const profile = ({ pseudo }: Member) => `/les-tilleuls/profil/${pseudo}`
  const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })
  const notFoundHeading = (page: Page) => heading(page, t('people.gone.title'))
  const writeLink = (page: Page) => page.getByRole('main').getByRole('link', { name: t('people.write'), exact: true })
  const blockButton = (page: Page) =>
    page.getByRole('region', { name: t('people.acts') }).getByRole('button', { name: new RegExp(t('people.block')) })

  it('shows the posts of the member, newest first, and new ones live', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const publish = async (title: string) => {
      await bob.visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
      return title
    }
    const [first, second] = [await publish(`Premier ${bob.pseudo}`), await publish(`Second ${bob.pseudo}`)]
    const { page } = await openPage(ana, profile(bob))
    const posts = page.getByRole('region', { name: french ? 'Ses publications' : 'Her posts', exact: true })
    const titles = () => posts.getByRole('article').getByRole('heading').allTextContents()
    await expect.poll(titles, LIVE_TIMEOUT).toEqual([second, first])
    await expect.poll(() => testServer().server.platform.presence.isOnline(ana.userId), LIVE_TIMEOUT).toBe(true)
    await page.waitForLoadState('networkidle')
    const third = await publish(`Troisième ${bob.pseudo}`)
    await expect.poll(titles, LIVE_TIMEOUT).toEqual([third, second, first])
    // A member who opens their own profile is redirected to the screen for editing it.
    await goTo(page, profile(ana))
    await page.waitForURL('**/mon-profil')
  })

  it('opens from a post, the list of conversations and the answers of a post, and leads to a conversation', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const title = `Répétition ${bob.pseudo}`
    await bob.visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
    const { page } = await openPage(ana, FEED)
    const post = page.getByRole('article').filter({ hasText: title })
    await post.waitFor(LIVE_TIMEOUT)
    await page.waitForLoadState('networkidle')
    // The avatar is part of the link to the author, not of the link to the post.
    const link = post.getByRole('link', { name: bob.name, exact: true })
    const box = (await link.boundingBox())!
    await page.mouse.click(box.x - 30, box.y + box.height / 2)
    await heading(page, bob.name).waitFor(LIVE_TIMEOUT)
    expect(new URL(page.url()).pathname).toBe(profile(bob))
    const main = page.getByRole('main')
    await main.getByText(french ? 'Je chante le mardi.' : 'I sing on Tuesdays.').waitFor()
    expect(await main.innerText()).not.toMatch(/Quint|4821|rue des Tilleuls/)
    await writeLink(page).click()
    await page.getByRole('textbox', { name: new RegExp(t('messages.composer.label')) }).waitFor(LIVE_TIMEOUT)
    expect(new URL(page.url()).pathname).toBe(`/les-tilleuls/mes-conversations/${bob.pseudo}`)
    // The header of the conversation links back to the profile.
    await page.locator('header').getByRole('link', { name: bob.name }).click()
    await heading(page, bob.name).waitFor(LIVE_TIMEOUT)

    // Opens the profile from the avatar in the list of conversations, and from the answers of a post.
    await bob.visitor.call(sendMessage, { body: { tmpId: 'a', to: ana.userId, text: 'Bonjour Ana' } })
    await goTo(page, '/les-tilleuls/mes-conversations')
    const row = page.getByRole('link', { name: new RegExp(bob.name) })
    await row.waitFor(LIVE_TIMEOUT)
    await page.waitForLoadState('networkidle')
    const rowBox = (await row.boundingBox())!
    await page.mouse.click(rowBox.x + 36, rowBox.y + rowBox.height / 2)
    await heading(page, bob.name).waitFor(LIVE_TIMEOUT)
    const { answer: hers } = await ana.visitor.call(publishPost, {
      body: { title: `Fête ${ana.pseudo}`, description: 'x', tmpId: ana.pseudo },
    })
    await bob.visitor.call(answerEvent, { params: { id: hers._id } })
    await goTo(page, `${FEED}/publication?id=${hers._id}`)
    await page.getByRole('main').getByRole('link', { name: bob.name, exact: true }).click()
    await heading(page, bob.name).waitFor(LIVE_TIMEOUT)
  })

  it('shows only the name of a blocked member, and nothing of a member who blocked the viewer, until the block is undone', async () => {
    const [ana, bob] = [await addMember(), await addMember()]
    const bobVisit = await openPage(bob, profile(ana))
    bobVisit.pageErrors.allow(/GET \/api\/user 404/)
    await heading(bobVisit.page, ana.name).waitFor(LIVE_TIMEOUT)
    await bobVisit.page.waitForLoadState('networkidle')
    const hers = await openPage(ana, profile(bob))
    hers.pageErrors.allow(/GET \/api\/user 404/)
    await blockButton(hers.page).click()
    await hers.page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('blocks.ask.yes'), exact: true })
      .click()
    const blocked = heading(hers.page, t('blocks.thread.title', { name: bob.name }))
    await blocked.waitFor(LIVE_TIMEOUT)
    // The tapped button was removed: the focus must move to the heading of the notice.
    await expect.poll(() => blocked.evaluate(it => it === document.activeElement), LIVE_TIMEOUT).toBe(true)
    expect(await hers.page.getByText(french ? 'Je chante' : 'I sing').count()).toBe(0)
    expect(await writeLink(hers.page).count()).toBe(0)
    expect(await findAxeViolations(hers.page)).toEqual([])
    await notFoundHeading(bobVisit.page).waitFor(LIVE_TIMEOUT)
    expect((await bob.visitor.call(getProfile, { query: { userId: ana.userId } })).error.key).toBe('error404')
    await bobVisit.page.reload()
    await notFoundHeading(bobVisit.page).waitFor(LIVE_TIMEOUT)
    expect(await bobVisit.page.getByText(ana.name).count()).toBe(0)
    await bobVisit.page.waitForLoadState('networkidle')
    await hers.page
      .getByRole('main')
      .getByRole('button', { name: t('blocks.unblock'), exact: true })
      .click()
    await heading(hers.page, bob.name).waitFor(LIVE_TIMEOUT)
    await heading(bobVisit.page, ana.name).waitFor(LIVE_TIMEOUT)
  })
})
