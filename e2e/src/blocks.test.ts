// features: blocks
import { listMessages, sendMessage } from '@parvis/contract/chat.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { findBarriers } from './axe.ts'
import { goTo } from './go-to.ts'
import { hasTabBar, oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const SOON = { timeout: 15_000 }
let people = 0

describe.each(oppositeShapes)('blocks, $size, $language', ({ size, language, say }: Shape) => {
  const neighbor = async () => {
    const pseudo = `muet${++people}`
    const person = { email: `${pseudo}@blocks.example`, pseudo, community: 'les-tilleuls' }
    return { pseudo, ...(await asPerson(stage().server, person)) }
  }
  type Neighbor = Awaited<ReturnType<typeof neighbor>>
  const arrive = async ({ visitor }: Neighbor, path: string) => {
    const guest = await stage().welcome({
      size,
      language,
      by: visitor,
      context: { hasTouch: hasTabBar(size) },
    })
    // Calls of open screens still run when the access is already closed.
    guest.faults.expect(
      /answer: GET \/(?:messages|events\/details\S*|media\S*) 40[34]/,
      'answer: POST /messages/exitchat 403',
    )
    await guest.page.goto(path)
    return guest.page
  }
  const publish = async ({ visitor }: Neighbor, title: string) =>
    (await visitor.call(publishPost, { body: { title, description: 'x', tmpId: title } })).answer
  const post = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
  const confirm = async (page: Page, name: string) => {
    await page.getByRole('menuitem', { name: say('feed.menu.block', { name }) }).click()
    await page.getByRole('alertdialog', { name: say('blocks.ask.title', { name }) }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.getByRole('button', { name: say('blocks.ask.yes'), exact: true }).click()
    await page.getByText(say('blocks.done', { name })).waitFor()
  }

  it('blocking from a post or a conversation hides each from the other at once, until undone there or in the settings', async () => {
    const [ana, bob] = [await neighbor(), await neighbor()]
    await ana.visitor.call(sendMessage, { body: { tmpId: 'a', to: bob.userId, text: 'Bonjour Bob' } })
    await bob.visitor.call(sendMessage, { body: { tmpId: 'b', to: ana.userId, text: 'Bonjour Ana' } })
    const title = `Vélo de ${ana.pseudo}`
    const other = `Bruit de ${bob.pseudo}`
    await publish(ana, title)
    await publish(bob, other)
    const his = await arrive(bob, '/les-tilleuls/actualites')
    await post(his, title).waitFor(SOON)
    const hers = await arrive(ana, '/les-tilleuls/actualites')
    await post(hers, other).waitFor(SOON)
    await hers.waitForLoadState('networkidle')
    // Blocks from a post and undoes it from the toast.
    await post(hers, other)
      .getByRole('button', { name: say('feed.menu.of', { title: other }) })
      .click()
    await confirm(hers, bob.pseudo)
    await post(hers, other).waitFor({ state: 'detached', ...SOON })
    await post(his, title).waitFor({ state: 'detached', ...SOON })
    await hers.getByRole('button', { name: say('blocks.undo'), exact: true }).click()
    await hers.getByText(say('blocks.undone', { name: bob.pseudo })).waitFor(SOON)
    await post(hers, other).waitFor(SOON)
    await post(his, title).waitFor(SOON)

    // Blocks from a conversation.
    await goTo(hers, `/les-tilleuls/mes-conversations/${bob.pseudo}`)
    await hers.getByText('Bonjour Ana').first().waitFor(SOON)
    await hers.waitForLoadState('networkidle')
    await his.waitForLoadState('networkidle')
    await hers
      .locator('header')
      .getByRole('button', { name: say('feed.menu'), exact: true })
      .click()
    await confirm(hers, bob.pseudo)
    const blocked = hers.getByRole('heading', { name: say('blocks.thread.title', { name: bob.pseudo }) })
    await blocked.waitFor(SOON)
    // The tapped button is gone, so the focus moves to the message.
    await expect.poll(() => blocked.evaluate(it => it === document.activeElement)).toBe(true)
    await post(his, title).waitFor({ state: 'detached', ...SOON })
    const refused = await bob.visitor.call(sendMessage, { body: { tmpId: 'c', to: ana.userId, text: 'Pourquoi ?' } })
    expect(refused.error.key).toBe('forbidden')
    // The blocked person only learns that they cannot write.
    await goTo(his, `/les-tilleuls/mes-conversations/${ana.pseudo}`)
    await his.getByRole('heading', { name: say('messageacts.thread.closed.pair.title') }).waitFor(SOON)

    await goTo(hers, '/les-tilleuls/parametres')
    const section = hers.getByRole('region', { name: say('blocks.list.title') })
    await section.getByText(bob.pseudo).waitFor(SOON)
    expect(await findBarriers(hers)).toEqual([])
    await section.getByRole('button', { name: say('blocks.unblock.of', { name: bob.pseudo }) }).click()
    await section.getByText(say('blocks.list.empty')).waitFor(SOON)
    await expect
      .poll(async () => (await bob.visitor.call(listMessages, { query: { userId: ana.userId } })).status, SOON)
      .toBe(200)
    await goTo(his, '/les-tilleuls/actualites')
    await post(his, title).waitFor(SOON)
  })
})
