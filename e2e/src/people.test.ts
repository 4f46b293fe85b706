// features: people, profile
import { changeMember } from '@parvis/contract/admin.ts'
import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { getProfile } from '@parvis/contract/profile.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Role } from '@parvis/contract/roles.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addEvent } from '../../apps/server/src/testing/events.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findBarriers } from './axe.ts'
import { hasTabBar, oppositeShapes, type Shape, signedIn } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const SOON = { timeout: 15_000 }
const FEED = '/les-tilleuls/actualites'
let people = 0

describe.each(oppositeShapes)('a member’s profile, $size, $language', ({ size, language, say }: Shape) => {
  const french = language === 'fr'
  const someone = async (role: Role = 'neighbor', more: { age?: number } = {}) => {
    const pseudo = `Zoe${++people}`
    const person = { email: `${pseudo}@people.example`, pseudo, role, community: 'les-tilleuls' }
    const made = await asPerson(stage().server, person)
    await sql`update users set firstname = ${`Zoé${people}`}, lastname = 'Quint', gender = 'F', description = 'Je chante le mardi.',
      description_en = 'I sing on Tuesdays.', job = 'Luthière', hobbies = '{choir}', building = 'B', address = '4 rue des Tilleuls',
      zip_code = '74000', city = 'Annecy', floor = '3', apartment_number = '31', building_access = 'Code 4821', phone = '+33(0)6 12 34 56 78',
      birthdate = ${`${new Date().getFullYear() - (more.age ?? 40) - 1}-06-15`}, company = ${role === 'advertiser' ? `Lutherie ${people}` : null}
      where id = ${made.userId}`.execute(stage().server.db)
    return { pseudo, name: role === 'advertiser' ? `Lutherie ${people}` : `Zoé${people} Q.`, ...made }
  }
  type Someone = Awaited<ReturnType<typeof someone>>
  const arrive = async ({ visitor }: Pick<Someone, 'visitor'>, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      context: { storageState: signedIn(stage().origin, visitor), hasTouch: hasTabBar(size) },
    })
    await guest.page.goto(path)
    return guest
  }
  const profile = ({ pseudo }: Someone) => `/les-tilleuls/profil/${pseudo}`
  const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })
  const gone = (page: Page) => heading(page, say('people.gone.title'))
  const write = (page: Page) => page.getByRole('main').getByRole('link', { name: say('people.write'), exact: true })
  const call = (page: Page) => page.getByRole('main').getByRole('link', { name: say('people.call'), exact: true })
  const act = (page: Page, key: 'flag' | 'block') =>
    page
      .getByRole('region', { name: say('people.acts') })
      .getByRole('button', { name: new RegExp(say(`people.${key}`)) })

  it('shows what they have posted, the newest first, and what they post meanwhile', async () => {
    const [ana, bob] = [await someone(), await someone()]
    const publish = async (title: string) => {
      await bob.visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
      return title
    }
    const [first, second] = [await publish(`Premier ${bob.pseudo}`), await publish(`Second ${bob.pseudo}`)]
    const { page } = await arrive(ana, profile(bob))
    const posts = page.getByRole('region', { name: french ? 'Ses publications' : 'Her posts', exact: true })
    const titles = () => posts.getByRole('article').getByRole('heading').allTextContents()
    await expect.poll(titles, SOON).toEqual([second, first])
    await page.waitForTimeout(2500)
    const third = await publish(`Troisième ${bob.pseudo}`)
    await expect.poll(titles, SOON).toEqual([third, second, first])
    expect(await findBarriers(page)).toEqual([])
    await page.goto(profile(ana))
    await page.waitForURL('**/mon-profil')
    const eve = await someone()
    await page.goto(profile(eve))
    await heading(page, eve.name).waitFor(SOON)
    await page.waitForLoadState('networkidle')
    expect(await posts.count()).toBe(0)
  })

  it('is there before their posts, which can be asked for again, and are read page by page', async () => {
    const [ana, bob] = [await someone(), await someone()]
    const { server } = stage()
    for (let n = 0; n <= PAGE_SIZE; n++)
      await addEvent(server, { userId: bob.userId, title: `Numéro ${n} ${bob.pseudo}` })
    const guest = await stage().welcome({
      size,
      language,
      context: { storageState: signedIn(stage().origin, ana.visitor) },
    })
    const { page, faults } = guest
    let isFailing = true
    await page.route(/\/events\?.*userId=/, route =>
      isFailing
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":{"key":"unexpectederror"}}' })
        : route.continue(),
    )
    faults.expect('GET /events 500')
    await page.goto(profile(bob))
    await heading(page, bob.name).waitFor(SOON)
    const posts = page.getByRole('region', { name: french ? 'Ses publications' : 'Her posts', exact: true })
    await posts.getByText(say('feed.of.failed')).waitFor(SOON)
    isFailing = false
    await posts.getByRole('button', { name: say('common.retry') }).click()
    const cards = posts.getByRole('article')
    await expect.poll(() => cards.count(), SOON).toBe(PAGE_SIZE)
    await posts.getByRole('button', { name: say('feed.of.more') }).click()
    await expect.poll(() => cards.count(), SOON).toBe(PAGE_SIZE + 1)
    expect(await posts.getByRole('button', { name: say('feed.of.more') }).count()).toBe(0)
  })

  it('is opened from a post, tells what they tell, and leads to a conversation', async () => {
    const [ana, bob] = [await someone(), await someone()]
    const title = `Répétition ${bob.pseudo}`
    await bob.visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })
    const { page } = await arrive(ana, FEED)
    const post = page.getByRole('article').filter({ hasText: title })
    await post.waitFor(SOON)
    await page.waitForLoadState('networkidle')
    // the face is a part of the link, and neither is the post's
    const link = post.getByRole('link', { name: bob.name, exact: true })
    const box = (await link.boundingBox())!
    await page.mouse.click(box.x - 30, box.y + box.height / 2)
    await heading(page, bob.name).waitFor(SOON)
    expect(new URL(page.url()).pathname).toBe(profile(bob))
    const main = page.getByRole('main')
    await main.getByText(french ? 'Voisine depuis aujourd’hui' : 'Neighbour since today', { exact: true }).waitFor()
    if (french) await main.getByText('Bâtiment B', { exact: true }).waitFor()
    await heading(page, french ? 'À propos d’elle' : 'About her').waitFor()
    await main.getByText(french ? 'Je chante le mardi.' : 'I sing on Tuesdays.').waitFor()
    await main
      .getByRole('list', { name: say('people.hobbies') })
      .getByText(french ? 'Chant choral' : 'Choir singing')
      .waitFor()
    expect(await main.getByText(say('people.home'), { exact: true }).count()).toBe(0)
    expect(await call(page).count()).toBe(0)
    expect(await main.innerText()).not.toMatch(/Quint|4821|rue des Tilleuls/)
    expect(await findBarriers(page)).toEqual([])
    await write(page).click()
    await page.getByRole('textbox', { name: new RegExp(say('messages.composer.label')) }).waitFor(SOON)
    expect(new URL(page.url()).pathname).toBe(`/les-tilleuls/mes-conversations/${bob.pseudo}`)
    // and from the head of the conversation back to who it is with
    await page.locator('header').getByRole('link', { name: bob.name }).click()
    await heading(page, bob.name).waitFor(SOON)
  })

  it('is opened from the list of conversations by the face, and from a post by its answers', async () => {
    const [ana, bob] = [await someone(), await someone()]
    await bob.visitor.call(sendMessage, { body: { tmpId: 'a', to: ana.userId, text: 'Bonjour Ana' } })
    const { answer: post } = await ana.visitor.call(publishPost, {
      body: { title: `Fête ${ana.pseudo}`, description: 'x', tmpId: ana.pseudo },
    })
    await bob.visitor.call(answerEvent, { params: { id: post._id } })
    const { page } = await arrive(ana, '/les-tilleuls/mes-conversations')
    const row = page.getByRole('link', { name: new RegExp(bob.name) })
    await row.waitFor(SOON)
    await page.waitForLoadState('networkidle')
    const box = (await row.boundingBox())!
    await page.mouse.click(box.x + 36, box.y + box.height / 2)
    await heading(page, bob.name).waitFor(SOON)
    await page.goto(`${FEED}/publication?id=${post._id}`)
    await page.getByRole('main').getByRole('link', { name: bob.name, exact: true }).click()
    await heading(page, bob.name).waitFor(SOON)
  })

  it('of who is blocked is a name; of who has blocked there is none, at once; taken back both are there', async () => {
    const [ana, bob] = [await someone(), await someone()]
    const his = await arrive(bob, profile(ana))
    his.faults.expect(/GET \/api\/user 404/)
    await heading(his.page, ana.name).waitFor(SOON)
    await his.page.waitForLoadState('networkidle')
    const hers = await arrive(ana, profile(bob))
    hers.faults.expect(/GET \/api\/user 404/)
    await act(hers.page, 'block').click()
    await hers.page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('blocks.ask.yes'), exact: true })
      .click()
    const blocked = heading(hers.page, say('blocks.thread.title', { name: bob.name }))
    await blocked.waitFor(SOON)
    // what was tapped is gone: the focus is where something is said
    await expect.poll(() => blocked.evaluate(it => it === document.activeElement), SOON).toBe(true)
    expect(await hers.page.getByText(french ? 'Je chante' : 'I sing').count()).toBe(0)
    expect(await write(hers.page).count()).toBe(0)
    expect(await findBarriers(hers.page)).toEqual([])
    await gone(his.page).waitFor(SOON)
    expect((await bob.visitor.call(getProfile, { query: { userId: ana.userId } })).error.key).toBe('error404')
    await his.page.reload()
    await gone(his.page).waitFor(SOON)
    expect(await his.page.getByText(ana.name).count()).toBe(0)
    await his.page.waitForLoadState('networkidle')
    await hers.page
      .getByRole('main')
      .getByRole('button', { name: say('blocks.unblock'), exact: true })
      .click()
    await heading(hers.page, bob.name).waitFor(SOON)
    await heading(his.page, ana.name).waitFor(SOON)
  })

  it('is reported with a reason, once confirmed', async () => {
    const [ana, bob] = [await someone(), await someone()]
    const { page } = await arrive(ana, profile(bob))
    await act(page, 'flag').click()
    const dialog = page.getByRole('dialog', { name: say('rules.report.title.user', { name: bob.name }) })
    await dialog.getByRole('textbox').fill('Se fait passer pour une autre')
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: say('rules.report.yes'), exact: true }).click()
    await page.getByText(say('rules.report.done')).waitFor(SOON)
    const flags = await stage()
      .server.db.selectFrom('user_flags')
      .select(['reporter_id', 'reason'])
      .where('user_id', '=', bob.userId)
      .execute()
    expect(flags).toEqual([{ reporter_id: ana.userId, reason: 'Se fait passer pour une autre' }])
  })

  it('shows the team where they live, and changes with them at once', async () => {
    const bob = await someone()
    const { page } = await arrive({ visitor: await stage().server.as('administrator') }, profile(bob))
    await heading(page, bob.name.replace('Q.', 'Quint')).waitFor(SOON)
    const home = page.getByRole('region', { name: say('people.home') })
    for (const text of ['4 rue des Tilleuls, 74000 Annecy', 'Code 4821', '06 12 34 56 78', '15/06/'])
      await home.getByText(text).waitFor()
    expect(await call(page).getAttribute('href')).toBe('tel:+33612345678')
    expect(await act(page, 'block').count()).toBe(0)
    expect(await findBarriers(page)).toEqual([])
    await page.waitForLoadState('networkidle')
    const desk = await stage().server.as('webmaster')
    await desk.call(changeMember, { params: { id: bob.userId }, body: { role: 'employee' } })
    await page.getByRole('main').getByText(say('session.role.employee'), { exact: true }).waitFor(SOON)
  })

  it('of the team is called; of a company tells its name, and has nothing to write with; of a child tells less', async () => {
    const [ana, team, company, child] = [
      await someone(),
      await someone('employee'),
      await someone('advertiser'),
      await someone('neighbor', { age: 13 }),
    ]
    const { page } = await arrive(ana, `/les-tilleuls/profil?userId=${team.userId}`)
    await page.getByRole('main').getByText(say('session.role.employee'), { exact: true }).waitFor(SOON)
    expect(await call(page).getAttribute('href')).toBe('tel:+33612345678')
    expect(await write(page).count()).toBe(1)
    expect(await page.getByRole('region', { name: say('people.acts') }).count()).toBe(0)
    await page.goto(profile(company))
    await heading(page, company.name).waitFor(SOON)
    expect(await write(page).count()).toBe(0)
    await act(page, 'flag').waitFor()
    expect(await act(page, 'block').count()).toBe(0)
    await arrive(child, FEED)
    await page.goto(profile(child))
    // of a child others know no more than the first name
    await heading(page, child.name.replace(' Q.', '')).waitFor(SOON)
    expect(await page.getByRole('main').getByText(say('common.online')).count()).toBe(0)
    expect(await call(page).count()).toBe(0)
  })

  it('of nobody says so; a guest is told why at the feed; who is not signed in comes back after the log-in', async () => {
    const bob = await someone()
    const { page, faults } = await arrive(bob, '/les-tilleuls/profil/personne')
    faults.expect(/GET \/api\/user 404/)
    await gone(page).waitFor(SOON)
    expect(await findBarriers(page)).toEqual([])
    await page
      .getByRole('main')
      .getByRole('link', { name: say('people.gone.back') })
      .click()
    await page.waitForURL(`**${FEED}`)
    await page.goto('/les-tilleuls/profil')
    await gone(page).waitFor(SOON)
    // oneself has a screen of one's own
    await page.goto(profile(bob))
    await page.waitForURL('**/les-tilleuls/mon-profil')

    const visitor = await stage().server.asGuest()
    const guest = await stage().welcome({
      size,
      language,
      context: { storageState: signedIn(stage().origin, visitor, { strategy: 'guest' }) },
    })
    await guest.page.goto(profile(bob))
    await guest.page.getByRole('button', { name: say('errors.guestforbidden') }).waitFor(SOON)
    expect(new URL(guest.page.url()).pathname).toBe(FEED)
    await guest.page.getByRole('article').first().waitFor()
    expect(await guest.page.locator('a[href*="/profil"]').count()).toBe(0)

    const stranger = await stage().welcome({ size, language })
    await stranger.page.goto(profile(bob))
    await stranger.page.waitForURL(/\/les-tilleuls\/connexion\?/)
    expect(new URL(stranger.page.url()).searchParams.get('next')).toBe(profile(bob))
  })
})
