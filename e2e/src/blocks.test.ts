// features: blocks
import { listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findAxeViolations } from './axe.ts'
import { goTo } from './go-to.ts'
import { hasTabBar, oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const LIVE_TIMEOUT = { timeout: 15_000 }
let neighborCount = 0

describe.each(oppositeShapes)('blocking a member, $size, $language', ({ size, language, t }: Shape) => {
  const neighbor = async () => {
    const pseudo = `muet${++neighborCount}`
    const person = { email: `${pseudo}@blocks.example`, pseudo, community: 'les-tilleuls' }
    return { pseudo, ...(await asPerson(testServer().server, person)) }
  }
  type Neighbor = Awaited<ReturnType<typeof neighbor>>
  const openPage = async ({ visitor }: Neighbor, path: string) => {
    const visit = await testServer().newPage({
      size,
      language,
      by: visitor,
      context: { hasTouch: hasTabBar(size) },
    })
    // Requests of open screens may still run, and then fail, after a block has hidden their content.
    visit.pageErrors.allow(
      /answer: GET \/(?:messages|events\/details\S*|media\S*) 40[34]/,
      'answer: POST /messages/exitchat 403',
    )
    await visit.page.goto(path)
    return visit.page
  }
  const publish = async ({ visitor }: Neighbor, title: string) =>
    (await visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })).answer
  const post = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
  const confirmBlock = async (page: Page, name: string) => {
    await page.getByRole('menuitem', { name: t('feed.menu.block', { name }) }).click()
    await page.getByRole('alertdialog', { name: t('blocks.ask.title', { name }) }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: t('blocks.ask.yes'), exact: true }).click()
    await page.getByText(t('blocks.done', { name })).waitFor()
  }

  it('a block from a post or a conversation hides both members from each other at once, until it is undone', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    await ana.visitor.call(sendMessage, { body: { tmpId: 'a', to: bob.userId, text: 'Bonjour Bob' } })
    await bob.visitor.call(sendMessage, { body: { tmpId: 'b', to: ana.userId, text: 'Bonjour Ana' } })
    const title = `Vélo de ${ana.pseudo}`
    const bobTitle = `Bruit de ${bob.pseudo}`
    await publish(ana, title)
    await publish(bob, bobTitle)
    const bobPage = await openPage(bob, '/les-tilleuls/actualites')
    await post(bobPage, title).waitFor(LIVE_TIMEOUT)
    const anaPage = await openPage(ana, '/les-tilleuls/actualites')
    await post(anaPage, bobTitle).waitFor(LIVE_TIMEOUT)
    await anaPage.waitForLoadState('networkidle')
    // Ana blocks Bob from a post and undoes the block from the toast.
    await post(anaPage, bobTitle)
      .getByRole('button', { name: t('feed.menu.of', { title: bobTitle }) })
      .click()
    await confirmBlock(anaPage, bob.pseudo)
    await post(anaPage, bobTitle).waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    await post(bobPage, title).waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    await anaPage.getByRole('button', { name: t('blocks.undo'), exact: true }).click()
    await anaPage.getByText(t('blocks.undone', { name: bob.pseudo })).waitFor(LIVE_TIMEOUT)
    await post(anaPage, bobTitle).waitFor(LIVE_TIMEOUT)
    await post(bobPage, title).waitFor(LIVE_TIMEOUT)

    // Ana blocks Bob from their conversation.
    await goTo(anaPage, `/les-tilleuls/mes-conversations/${bob.pseudo}`)
    await anaPage.getByText('Bonjour Ana').first().waitFor(LIVE_TIMEOUT)
    await anaPage.waitForLoadState('networkidle')
    await bobPage.waitForLoadState('networkidle')
    await anaPage
      .locator('header')
      .getByRole('button', { name: t('feed.menu'), exact: true })
      .click()
    await confirmBlock(anaPage, bob.pseudo)
    const blocked = anaPage.getByRole('heading', { name: t('blocks.thread.title', { name: bob.pseudo }) })
    await blocked.waitFor(LIVE_TIMEOUT)
    // The tapped button was removed: the focus must move to the heading that replaces the conversation.
    await expect.poll(() => blocked.evaluate(it => it === document.activeElement)).toBe(true)
    await post(bobPage, title).waitFor({ state: 'detached', ...LIVE_TIMEOUT })
    const refused = await bob.visitor.call(sendMessage, { body: { tmpId: 'c', to: ana.userId, text: 'Pourquoi ?' } })
    expect(refused.error.key).toBe('forbidden')
    // The blocked member only learns that the conversation is closed.
    await goTo(bobPage, `/les-tilleuls/mes-conversations/${ana.pseudo}`)
    await bobPage.getByRole('heading', { name: t('messageacts.thread.closed.pair.title') }).waitFor(LIVE_TIMEOUT)

    await goTo(anaPage, '/les-tilleuls/parametres')
    const section = anaPage.getByRole('region', { name: t('blocks.list.title') })
    await section.getByText(bob.pseudo).waitFor(LIVE_TIMEOUT)
    expect(await findAxeViolations(anaPage)).toEqual([])
    await section.getByRole('button', { name: t('blocks.unblock.of', { name: bob.pseudo }) }).click()
    await section.getByText(t('blocks.list.empty')).waitFor(LIVE_TIMEOUT)
    await expect
      .poll(async () => (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).status, LIVE_TIMEOUT)
      .toBe(200)
    await goTo(bobPage, '/les-tilleuls/actualites')
    await post(bobPage, title).waitFor(LIVE_TIMEOUT)
  })
})
