// features: feed, publish, notifications, chat
import { answerEvent } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { editPost } from '@parvis/contract/publish.ts'
import { listTemplateCategories, publishTemplate } from '@parvis/contract/templates.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { goTo } from './go-to.ts'
import { openLive } from './live-page.ts'
import { oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
let published = 0

const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

describe.each(oppositeShapes)('a changed event, $size, $language', ({ size, language, say }) => {
  /** A post in three days at 18:30 that the second account has answered. */
  const publish = async () => {
    const title = `Apéro ${size} ${language} ${++published}`
    const author = await stage().server.as('neighbor')
    const categories = (await author.call(listTemplateCategories)).answer
    const { _id: templateId } = categories.flatMap(one => one.templates).find(({ type }) => type === 'Activity')!
    const dateId = addDays(dayAt(Date.now(), 'Europe/Paris'), 3)
    const { _id: id } = (await author.call(publishTemplate, { body: { templateId, dateId, timeId: '18:30' } })).answer
    await author.call(editPost, { params: { id }, body: { title, lang: { en: { title } } } })
    await (await stage().server.as('neighbor2')).call(answerEvent, { params: { id } })
    return { id, title, page: `/les-tilleuls/actualites/publication?id=${id}` }
  }
  const arrive = async (as: string, address: string) => {
    const guest = await stage().welcome({ size, language, as })
    await guest.page.goto(address)
    await guest.page.getByRole('article').first().waitFor()
    return guest
  }
  const bell = async (page: Page) => {
    await goTo(page, '/les-tilleuls/notifications')
    await page.getByRole('heading', { level: 1, name: say('notifications.title') }).waitFor()
    return page.getByRole('main').getByRole('listitem')
  }
  const newTime = language === 'fr' ? /19\s+h\s+30/ : /19:30/
  const oldTime = language === 'fr' ? /18\s+h\s+30/ : /18:30/

  it('is moved by its author: those who answered are notified, and the card shows the former time', async () => {
    const { title, page: address } = await publish()
    const [author, coming, other] = [
      await arrive('neighbor', address),
      await arrive('neighbor2', address),
      await arrive('employee', address),
    ]
    await author.page.getByRole('button', { name: say('feed.menu.of', { title }), exact: true }).click()
    await author.page.getByRole('menuitem', { name: say('postacts.edit'), exact: true }).click()
    const times = author.page.getByRole('group', { name: say('templates.when.time') })
    await times.getByRole('button', { name: say('templates.when.othertime') }).click()
    await author.page.getByLabel(say('templates.when.at')).fill('19:30')
    await author.page.getByRole('button', { name: say('publish.save'), exact: true }).click()
    await author.page.waitForURL('**/actualites/publication?**')
    for (const { page } of [author, coming, other]) {
      await cardOf(page, title).getByText(newTime).first().waitFor()
      await cardOf(page, title)
        .getByText(new RegExp(`${say('feed.moved', { when: '' }).trim()}.*${oldTime.source}`))
        .waitFor()
    }
    const news = (await bell(coming.page)).filter({ hasText: title })
    await news.getByText(newTime).waitFor()
    await news.getByRole('link').click()
    await cardOf(coming.page, title).waitFor()
    // Those who have not answered are not notified.
    expect(await (await bell(other.page)).filter({ hasText: title }).count()).toBe(0)
  })

  it('is called off: those who were offline see it when they reconnect, and its group stays', async () => {
    const { id, title, page: address } = await publish()
    const [author, coming] = [await arrive('neighbor', address), await arrive('neighbor2', address)]
    // A page that was never live would have to load the live connection first.
    await openLive(coming.page, address)
    coming.faults.expect(/net::ERR_/, /did not come/)
    await coming.context.setOffline(true)
    await author.page.getByRole('button', { name: say('feed.menu.of', { title }), exact: true }).click()
    await author.page.getByRole('menuitem', { name: say('postacts.delete'), exact: true }).click()
    await author.page.getByRole('button', { name: say('postacts.calloff.instead'), exact: true }).click()
    const dialog = author.page.getByRole('dialog', { name: say('postacts.calloff.title') })
    await dialog.getByRole('textbox').fill('Il pleut')
    await dialog.getByRole('button', { name: say('postacts.calloff.yes'), exact: true }).click()
    await author.page.getByText(say('postacts.calloff.done')).waitFor()
    await cardOf(author.page, title).getByText(say('feed.calledoff'), { exact: true }).first().waitFor()
    await author.page.getByRole('heading', { name: say('post.who.calledoff') }).waitFor()
    await coming.context.setOffline(false)
    await cardOf(coming.page, title).getByText(say('feed.calledoff'), { exact: true }).first().waitFor()
    await cardOf(coming.page, title).getByText('Il pleut').waitFor()
    await (
      await bell(coming.page)
    )
      .filter({ hasText: title })
      .getByText(/Il pleut$/)
      .waitFor()
    await goTo(coming.page, `/les-tilleuls/conversations-de-groupe/${id}`)
    await coming.page.getByText(say('messages.system.calledoff', { name: 'Camille R.' })).waitFor()
  })
})
