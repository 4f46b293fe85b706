// features: feed, publish, notifications, chat
import { answerEvent } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { editPost } from '@parvis/contract/publish.ts'
import { listTemplateCategories, publishTemplate } from '@parvis/contract/templates.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { goTo } from './go-to.ts'
import { openWithLiveConnection } from './live-page.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
let eventCount = 0

const cardOf = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

describe.each(oppositeShapes)('a rescheduled or called-off event, $size, $language', ({ size, language, t }) => {
  /** Publishes a post dated in three days at 18:30, which `neighbor2` has answered. */
  const publish = async () => {
    const title = `Apéro ${size} ${language} ${++eventCount}`
    const author = await testServer().server.as('neighbor')
    const categories = (await author.call(listTemplateCategories)).answer
    const { _id: templateId } = categories.flatMap(one => one.templates).find(({ type }) => type === 'Activity')!
    const dateId = addDays(dayAt(Date.now(), 'Europe/Paris'), 3)
    const { _id: id } = (await author.call(publishTemplate, { body: { templateId, dateId, timeId: '18:30' } })).answer
    await author.call(editPost, {
      params: { id },
      body: { title, lang: { en: { title } } },
    })
    await (await testServer().server.as('neighbor2')).call(answerEvent, { params: { id } })
    return { id, title, page: `/les-tilleuls/actualites/publication?id=${id}` }
  }
  const openPage = async (as: string, address: string) => {
    const visit = await testServer().newPage({ size, language, as })
    await visit.page.goto(address)
    await visit.page.getByRole('article').first().waitFor()
    return visit
  }
  const openNotifications = async (page: Page) => {
    await goTo(page, '/les-tilleuls/notifications')
    await page.getByRole('heading', { level: 1, name: t('notifications.title') }).waitFor()
    return page.getByRole('main').getByRole('listitem')
  }
  const newTime = language === 'fr' ? /19\s+h\s+30/ : /19:30/
  const oldTime = language === 'fr' ? /18\s+h\s+30/ : /18:30/

  it('notifies members who have answered when the author reschedules the event, and shows the former time on its card', async () => {
    const { title, page: address } = await publish()
    const [author, coming, other] = [
      await openPage('neighbor', address),
      await openPage('neighbor2', address),
      await openPage('employee', address),
    ]
    await author.page.getByRole('button', { name: t('feed.menu.of', { title }), exact: true }).click()
    await author.page.getByRole('menuitem', { name: t('postacts.edit'), exact: true }).click()
    const times = author.page.getByRole('group', { name: t('templates.when.time') })
    await times.getByRole('button', { name: t('templates.when.othertime') }).click()
    await author.page.getByLabel(t('templates.when.at')).fill('19:30')
    await author.page.getByRole('button', { name: t('publish.save'), exact: true }).click()
    await author.page.waitForURL('**/actualites/publication?**')
    for (const { page } of [author, coming, other]) {
      await cardOf(page, title).getByText(newTime).first().waitFor()
      await cardOf(page, title)
        .getByText(new RegExp(`${t('feed.moved', { when: '' }).trim()}.*${oldTime.source}`))
        .waitFor()
    }
    const notification = (await openNotifications(coming.page)).filter({ hasText: title })
    await notification.getByText(newTime).waitFor()
    await notification.getByRole('link').click()
    await cardOf(coming.page, title).waitFor()
    // Those who have not answered are not notified.
    expect(await (await openNotifications(other.page)).filter({ hasText: title }).count()).toBe(0)
  })

  it('is shown as called off to members who were offline, and keeps its group conversation', async () => {
    const { id, title, page: address } = await publish()
    const [author, coming] = [await openPage('neighbor', address), await openPage('neighbor2', address)]
    // Loads the code of the live connection before the page goes offline, since the code cannot be loaded offline.
    await openWithLiveConnection(coming.page, address)
    coming.pageErrors.allow(/net::ERR_/, /did not come/)
    await coming.context.setOffline(true)
    await author.page.getByRole('button', { name: t('feed.menu.of', { title }), exact: true }).click()
    await author.page.getByRole('menuitem', { name: t('postacts.delete'), exact: true }).click()
    await author.page.getByRole('button', { name: t('postacts.calloff.instead'), exact: true }).click()
    const dialog = author.page.getByRole('dialog', { name: t('postacts.calloff.title') })
    await dialog.getByRole('textbox').fill('Il pleut')
    await dialog.getByRole('button', { name: t('postacts.calloff.yes'), exact: true }).click()
    await author.page.getByText(t('postacts.calloff.done')).waitFor()
    await cardOf(author.page, title).getByText(t('feed.calledoff'), { exact: true }).first().waitFor()
    await author.page.getByRole('heading', { name: t('post.who.calledoff') }).waitFor()
    await coming.context.setOffline(false)
    await cardOf(coming.page, title).getByText(t('feed.calledoff'), { exact: true }).first().waitFor()
    await cardOf(coming.page, title).getByText('Il pleut').waitFor()
    await (
      await openNotifications(coming.page)
    )
      .filter({ hasText: title })
      .getByText(/Il pleut$/)
      .waitFor()
    await goTo(coming.page, `/les-tilleuls/conversations-de-groupe/${id}`)
    await coming.page.getByText(t('messages.system.calledoff', { name: 'Camille R.' })).waitFor()
  })
})
