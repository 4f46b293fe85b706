// features: feed
import { randomUUID } from 'node:crypto'
import { textIn } from '@parvis/contract/language.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { allDeals, wholeFeed } from './demo.ts'
import { atRest, scrollDownTo } from './scroll.ts'
import { hasTabBar, type Shape, shapes } from './stage.ts'
import { detailsOf, useStage } from './use-stage.ts'

const stage = useStage()
const FEED = '/les-tilleuls/actualites'
const HOUR = 3_600_000

const postsOf = (page: Page, say: Shape['say']) =>
  page.getByRole('list', { name: say('feed.list') }).getByRole('article')
const headingOf = (post: Locator) => post.getByRole('heading', { level: 2 })
const inView = (page: Page) => page.getByRole('article').first().waitFor()

const searchFor = async (page: Page, { size, say }: Shape, words: string) => {
  const open = page.getByRole('button', { name: say('feed.search.open'), exact: true })
  if (hasTabBar(size) && (await open.isVisible())) await open.click()
  await page
    .getByRole('searchbox', { name: say('feed.search.label') })
    .filter({ visible: true })
    .fill(words)
}

/** Walks down to the end, card by card; the titles that came by, by their place in the list. */
const readToTheEnd = (page: Page, end: string) =>
  page.evaluate(async end => {
    const seen: Record<number, string[]> = {}
    const frame = () => new Promise(requestAnimationFrame)
    const itemAt = (place: number) => document.querySelector(`li[aria-posinset="${place}"]`)
    const collect = () => {
      for (const item of document.querySelectorAll('li[aria-posinset]')) {
        // a place that is not drawn yet has no card
        if (!item.querySelector('article')) continue
        const titles = (seen[Number(item.getAttribute('aria-posinset'))] ??= [])
        const title = item.querySelector('h2')?.textContent ?? ''
        if (!titles.includes(title)) titles.push(title)
      }
    }
    const deadline = Date.now() + 120_000
    for (let place = 1; Date.now() < deadline; place++) {
      for (let frames = 0; !itemAt(place) && Date.now() < deadline; frames++) {
        if (frames > 30 && document.body.textContent?.includes(end)) return seen
        itemAt(place - 1)?.scrollIntoView({ block: 'start' })
        await frame()
      }
      collect()
      itemAt(place)?.scrollIntoView({ block: 'start' })
      await frame()
      for (let frames = 0; !seen[place] && frames < 60; frames++) {
        await frame()
        collect()
      }
    }
    throw new Error('the end did not come')
  }, end)

describe.each(shapes)('the feed, $size, $language', shape => {
  const { size, language, say } = shape
  const detail = detailsOf(shape)
  const arrive = (path = FEED, more = {}) =>
    stage()
      .welcome({ size, language, as: 'neighbor', ...more })
      .then(async guest => {
        await guest.page.goto(path)
        await inView(guest.page)
        return guest
      })

  it('is read to its very end, in order, nothing doubled and nothing left out', async () => {
    const expected = (await wholeFeed(await stage().server.as('neighbor'))).map(
      post => textIn(language, post.eventId, 'title') ?? '',
    )
    const { page } = await arrive()
    const seen = await readToTheEnd(page, say('feed.end'))
    await page.getByText(say('feed.end')).waitFor()
    const read = Object.entries(seen).sort(([a], [b]) => Number(a) - Number(b))
    expect(read.filter(([, titles]) => titles.length !== 1)).toEqual([])
    expect(read).toHaveLength(expected.length)
    expect(read.map(([, [title]]) => title)).toEqual(expected)

    const toTop = page.getByRole('button', { name: say('common.frame.top') })
    // beside the button that publishes there is no second one: the tab leads there
    if (hasTabBar(size)) {
      expect(await toTop.count()).toBe(0)
      await page
        .getByRole('navigation', { name: say('common.frame.main') })
        .filter({ visible: true })
        .getByRole('link', { name: say('session.tab.live') })
        .click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      return
    }
    await toTop.click()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect.poll(() => toTop.count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 130))
    await page.waitForTimeout(100)
    expect(await toTop.count()).toBe(0)
    await page.evaluate(() => scrollTo(0, 150))
    await toTop.waitFor()
  })

  it('speaks the language of its reader, shows the other on demand, and says which one is missing', async () => {
    const posts = await wholeFeed(await stage().server.as('neighbor'))
    const other = language === 'fr' ? 'en' : 'fr'
    const both = posts
      .slice(0, 12)
      .find(
        post => post.eventId.title && post.eventId.lang.en.title && post.eventId.title !== post.eventId.lang.en.title,
      )!
    const { page } = await arrive()
    const title = (reader: 'fr' | 'en') => (reader === 'fr' ? both.eventId.title! : both.eventId.lang.en.title!)
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title(language), exact: true }) })
    await card.getByRole('button', { name: say('feed.menu.of', { title: title(language) }) }).click()
    await page.getByRole('menuitem', { name: say(`feed.lang.see.${other}`) }).click()
    const turned = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: title(other), exact: true }) })
    await turned.waitFor()
    expect(await headingOf(turned).evaluate(element => element.closest('[lang]')?.getAttribute('lang'))).toBe(other)
    await turned.getByRole('button', { name: say('feed.menu.of', { title: title(language) }) }).click()
    await page.getByRole('menuitem', { name: say(`feed.lang.see.${language}`) }).click()
    await card.waitFor()
    const lonely = posts.find(post => (language === 'fr' ? !post.eventId.title : !post.eventId.lang.en.title))!
    await page.goto(`${FEED}?search=${encodeURIComponent(textIn(language, lonely.eventId, 'title')!)}`)
    await page
      .getByText(say(`feed.lang.only.${other}`))
      .first()
      .waitFor()
  })

  detail('says how old a post is in the words of the language', async () => {
    const { db, communityId, clock } = stage().server
    const community = await communityId('les-tilleuls')
    const { id } = await db
      .selectFrom('events')
      .select('id')
      .where('community_id', '=', community)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const at = new Date('2026-05-12T07:06:00Z')
    await db
      .updateTable('events')
      .set({ created_at: at })
      .where('community_id', '=', community)
      .where('id', '=', id)
      .execute()
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await db.updateTable('sessions').set({ created_at: at, seen_at: at }).execute()
    const ages: [number, string, string][] = [
      [30_000, 'à l’instant', 'just now'],
      [25 * 60_000, 'il y a 25 min', '25 min ago'],
      [3.5 * HOUR, 'il y a 3 h', '3 h ago'],
      [6 * HOUR, 'Aujourd’hui, 9 h 06', 'Today, 9:06'],
      [24 * HOUR, 'Hier', 'Yesterday'],
      [48 * HOUR, 'Avant-hier', 'Before yesterday'],
      [5 * 24 * HOUR, 'il y a 5 jours', '5 days ago'],
      [10 * 24 * HOUR, '12 mai', '12 May'],
    ]
    try {
      for (const [age, french, english] of ages) {
        const moment = at.getTime() + age
        clock.ahead = moment - Date.now()
        await page.clock.setFixedTime(new Date(moment))
        await page.goto(FEED)
        const time = postsOf(page, say).first().getByRole('time')
        await time.waitFor()
        expect((await time.textContent())?.replaceAll('\u00a0', ' ')).toBe(language === 'fr' ? french : english)
      }
    } finally {
      clock.ahead = 0
    }
  })

  detail('shows photos with words for those who cannot see them, and colours until they are there', async () => {
    const { page, context } = await stage().welcome({ size, language, as: 'neighbor' })
    let release = () => {}
    const held = new Promise<void>(done => {
      release = done
    })
    await context.route(/\/media\/[^/]+\/(card|full)$/, async route => {
      await held
      await route.continue().catch(() => {})
    })
    // a page that waits for its first picture has not loaded yet
    await page.goto(FEED, { waitUntil: 'commit' })
    await inView(page)
    // the first cards fetch theirs at once and show no colours
    const photo = page.locator('article canvas ~ img').first()
    await scrollDownTo(page, photo)
    const place = await atRest(() => photo.boundingBox())
    const isPainted = () =>
      photo.evaluate(element => {
        const canvas = element.parentElement!.querySelector('canvas')!
        return (
          canvas.width > 0 &&
          canvas
            .getContext('2d')!
            .getImageData(0, 0, canvas.width, canvas.height)
            .data.some(value => value > 0)
        )
      })
    await expect.poll(isPainted).toBe(true)
    release()
    await expect.poll(() => photo.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
    await expect.poll(() => photo.boundingBox()).toEqual(place)
    expect(await photo.getAttribute('alt')).toMatch(/\S+ \S+/)
  })

  detail('asks nothing of the video host before the tap, and its cookieless player after it', async () => {
    const { page, context, faults } = await stage().welcome({ size, language, as: 'neighbor' })
    await context.route('https://www.youtube-nocookie.com/**', route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title><p>Player</p>' }),
    )
    await page.goto(`${FEED}?search=lama`)
    const play = page.getByRole('button', { name: say('feed.video.play', { title: 'Caminandes: Llamigos' }) })
    await play.scrollIntoViewIfNeeded()
    await page.waitForTimeout(300)
    expect(faults.found()).toEqual([])
    faults.expect('foreign request: GET https://www.youtube-nocookie.com/embed/SkVqJ1SGeL0')
    await play.click()
    const player = page.locator('iframe[title="Caminandes: Llamigos"]')
    await player.waitFor()
    expect(await player.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/SkVqJ1SGeL0?autoplay=1')
    await player.contentFrame().getByText('Player').waitFor()
  })

  it('keeps its filter in the address and on the device', async () => {
    const { page } = await arrive()
    const visitor = await stage().server.as('neighbor')
    const chips = page.getByRole('group', { name: say('feed.filter.label') })
    const named = { my: language === 'fr' ? 'Mon activité' : 'My activity', activity: say('feed.filter.activity') }
    for (const [filter, name] of Object.entries(named)) {
      const [first] = await wholeFeed(visitor, { filter })
      await chips.getByRole('button', { name, exact: true }).click()
      await page.waitForURL(url => url.searchParams.get('filter') === filter)
      await page
        .getByRole('heading', { level: 2, name: textIn(language, first!.eventId, 'title')!, exact: true })
        .first()
        .waitFor()
      await page.reload()
      await page
        .getByRole('heading', { level: 2, name: textIn(language, first!.eventId, 'title')!, exact: true })
        .first()
        .waitFor()
      expect(await chips.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')).toBe('true')
    }
    await page.goto('/les-tilleuls')
    await page.waitForURL(url => url.searchParams.get('filter') === 'activity')
    await page
      .getByRole('status')
      .getByText(say('feed.filter.remembered', { filter: named.activity }))
      .waitFor()
    await page.getByRole('button', { name: say('common.filter.seeall'), exact: true }).click()
    await page.waitForURL(url => url.search === '')
    await chips.getByRole('button', { name: say('feed.filter.all'), exact: true }).click()
    await page.waitForURL(url => url.search === '')
    expect(await chips.getByRole('button', { pressed: true }).count()).toBe(1)
  })

  detail('offers its own community apart only where an organisation speaks too', async () => {
    const { db, communityId } = stage().server
    const [id, organization] = [
      await communityId('les-tilleuls'),
      await db.selectFrom('organizations').select('id').executeTakeFirstOrThrow(),
    ]
    const channel = await db
      .selectFrom('channels')
      .select('id')
      .where('organization_id', '=', organization.id)
      .where('channel_type', '=', 'OrganizationEventChannel')
      .executeTakeFirstOrThrow()
    const own = (page: Page) =>
      page
        .getByRole('group', { name: say('feed.filter.label') })
        .getByRole('button', { name: language === 'fr' ? 'Notre quartier' : 'Our neighbourhood', exact: true })
    const { page } = await arrive(`${FEED}?filter=community`)
    expect(await own(page).count()).toBe(0)
    // an old address or an old choice says the same
    expect(
      await page.getByRole('button', { name: say('feed.filter.all'), exact: true }).getAttribute('aria-pressed'),
    ).toBe('true')
    await db.insertInto('community_channels').values({ community_id: id, channel_id: channel.id }).execute()
    try {
      await page.reload()
      await expect.poll(() => own(page).getAttribute('aria-pressed')).toBe('true')
    } finally {
      await db
        .deleteFrom('community_channels')
        .where('community_id', '=', id)
        .where('channel_id', '=', channel.id)
        .execute()
    }
  })

  it('is searched with accents and without, and says when nothing is found', async () => {
    const found = (await wholeFeed(await stage().server.as('neighbor'), { search: 'pétanque' })).map(post =>
      textIn(language, post.eventId, 'title'),
    )
    expect(found.length).toBeGreaterThan(1)
    const { page } = await arrive()
    for (const words of ['petanque', 'pétanque']) {
      await searchFor(page, shape, words)
      await page.waitForURL(url => url.searchParams.get('search') === words)
      await expect.poll(() => headingOf(postsOf(page, say).first()).textContent()).toBe(found[0])
    }
    await searchFor(page, shape, 'xylotruc')
    await page.getByRole('heading', { name: say('feed.none.title') }).waitFor()
    await page.getByText(say('feed.none.text', { search: 'xylotruc' })).waitFor()
    await page.getByRole('button', { name: say('feed.none.clear') }).click()
    await inView(page)
    expect(new URL(page.url()).search).toBe('')
  })

  detail('takes a tap in the moment in which it is scrolled', async () => {
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await page.goto(`${FEED}?filter=all`)
    const answer = page.locator('article button[aria-pressed]').first()
    await scrollDownTo(page, answer)
    const taken = await answer.evaluate(async button => {
      const nextFrame = () =>
        new Promise(done => {
          requestAnimationFrame(done)
        })
      const frames: boolean[] = []
      // away and back, for as long as a stroke of the wheel takes
      for (let frame = 0; frame < 12; frame++) {
        scrollBy({ top: button.getBoundingClientRect().top - innerHeight / 2 + (frame % 2) * 20, behavior: 'instant' })
        await nextFrame()
        const { left, right, top, bottom } = button.getBoundingClientRect()
        frames.push(button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)))
      }
      return frames
    })
    expect(taken).toEqual(taken.map(() => true))
  })

  detail('opens a post from anywhere on its card, but from what does something else', async () => {
    const posts = await wholeFeed(await stage().server.as('neighbor'))
    // what is past has no answer to give
    const { _id: id } = posts.find(
      ({ photo, eventId, abilities }) => photo && !eventId.youtubeVideoId && abilities.answer && !abilities.edit,
    )!
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await page.goto(`${FEED}?filter=all`)
    const cardOf = (id: string) => page.getByRole('article').filter({ has: page.locator(`a[href*="${id}"]`) })
    // a net of spots over it: what a tap there is for
    const netOver = async (id: string) => {
      const card = cardOf(id)
      await scrollDownTo(page, card)
      await card.evaluate(element => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
      await atRest(() => card.boundingBox())
      return card.evaluate((element, id) => {
        const box = element.getBoundingClientRect()
        const found: Record<'opens' | 'acts' | 'dead', { x: number; y: number }[]> = { opens: [], acts: [], dead: [] }
        for (let y = box.top + 6; y < box.bottom; y += 12) {
          for (let x = box.left + 6; x < box.right; x += 24) {
            const over = document.elementFromPoint(x, y)
            // behind the bars of the frame
            if (!over || !element.contains(over)) continue
            const control = over.closest<HTMLElement>('a[href], button')
            const words = over.closest('p')
            const isEdge = [-5, 5].some(
              by => document.elementFromPoint(x + by, y) !== over || document.elementFromPoint(x, y + by) !== over,
            )
            if (isEdge) continue
            if (control instanceof HTMLAnchorElement && control.search.includes(id))
              found.opens.push({ x: x - box.left, y: y - box.top })
            else if (control) found.acts.push({ x: x - box.left, y: y - box.top })
            else if (!words) found.dead.push({ x: x - box.left, y: y - box.top })
          }
        }
        return found
      }, id)
    }
    const past = posts.find(
      ({ photo, eventId, templateId, abilities }) =>
        photo && !eventId.youtubeVideoId && templateId && !abilities.answer && !abilities.edit,
    )!
    expect((await netOver(past._id)).dead).toEqual([])
    await page.evaluate(() => scrollTo(0, 0))
    const [card, net] = [cardOf(id), await netOver(id)]
    expect(net.dead).toEqual([])
    expect(net.acts.length).toBeGreaterThan(3)
    const opened = () => new URL(page.url()).pathname.endsWith('/actualites/publication')
    const at = (spots: typeof net.opens, share: number) =>
      spots[Math.min(spots.length - 1, Math.floor(spots.length * share))]!
    const words = card.getByRole('paragraph').first()
    for (const tap of [net.opens[0]!, at(net.opens, 0.5), net.opens.at(-1)!, undefined]) {
      await (tap ? card.click({ position: tap }) : words.click())
      await expect.poll(opened, { message: JSON.stringify(tap ?? 'on its words') }).toBe(true)
      await page.goBack()
      await card.waitFor()
      await atRest(() => card.boundingBox())
    }
    // its controls do what they do
    await card.getByRole('button', { name: say('feed.share'), exact: true }).click()
    await page.getByRole('dialog', { name: say('share.title') }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await card.locator('button[aria-haspopup=menu]').click()
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    const answer = card.locator('button[aria-pressed]')
    const given = await answer.getAttribute('aria-pressed')
    await answer.click()
    await expect.poll(() => answer.getAttribute('aria-pressed')).not.toBe(given)
    expect(opened()).toBe(false)
    await card.getByRole('link', { name: say('feed.photo.zoom') }).click()
    await page.waitForURL(url => url.pathname === '/zoom-image')
  })

  detail('closes a dialog or a menu by the way back, and keeps what was typed there', async () => {
    const title = randomUUID()
    await (
      await stage().server.as('neighbor2')
    ).call(publishPost, { body: { title, description: title, tmpId: title } })
    const { page } = await stage().welcome({ size, language, as: 'neighbor' })
    await page.goto('/les-tilleuls/vie-locale')
    await page
      .getByRole('navigation', { name: say('common.frame.main') })
      .filter({ visible: true })
      .getByRole('link', { name: say('session.tab.live') })
      .click()
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
    await card.waitFor()
    const openMenu = () => card.locator('[aria-haspopup="menu"]').click()
    const flag = page.getByRole('menuitem', { name: say('feed.menu.flag'), exact: true })
    const dialog = page.getByRole('dialog', { name: say('rules.report.title.post') })
    const reason = dialog.getByRole('textbox')
    await openMenu()
    await flag.click()
    await reason.fill('Half a reason')
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(FEED)
    await openMenu()
    await flag.click()
    expect(await reason.inputValue()).toBe('Half a reason')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await openMenu()
    await flag.waitFor()
    await page.goBack()
    await flag.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe(FEED)
    await page.goBack()
    await page.waitForURL('**/vie-locale')
  })

  it('is found where it was left after a deal was opened from a post', async () => {
    const posts = await wholeFeed(await stage().server.as('neighbor'))
    const deals = await allDeals(await stage().server.as('neighbor'))
    const post = posts.slice(5).find(one => one.deal)!
    const { page } = await arrive()
    const link = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: textIn(language, post.eventId, 'title')!, exact: true }) })
      .locator('a[href*="/annonce?"]')
    await scrollDownTo(page, link)
    await link.focus()
    const before = await atRest(async () => ({
      top: await page.evaluate(() => scrollY),
      link: await link.boundingBox(),
    }))
    // a click would scroll once more when it meets a list that has not quite come to rest
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', {
        name: textIn(
          language,
          deals.find(deal => deal._id === post.goodDealId)!,
          'title',
        )!,
      })
      .waitFor()
    await page.goBack()
    await link.waitFor()
    await expect.poll(async () => Math.abs((await link.boundingBox())!.y - before.link!.y)).toBeLessThanOrEqual(8)
    expect(before.top).toBeGreaterThan(1000)
  })
})
