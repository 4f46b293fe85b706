// features: session
import { publishPost } from '@parvis/contract/publish.ts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../apps/server/src/testing/test-server.ts'
import { logIn } from './log-in.ts'
import { oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()

const pathOf = (page: Page) => new URL(page.url()).pathname

describe.each(oppositeShapes)('the log-in, $size, $language', ({ size, language, t }) => {
  it('leads to the target of a deep link and leaves no history entry; the next visit starts in the feed', async () => {
    const { page } = await testServer().newPage({ size, language })
    const title = `Un lien profond ${size}`
    const author = await testServer().server.as('neighbor')
    const { answer } = await author.call(publishPost, {
      body: {
        title,
        description: title,
        lang: { en: { title, description: title } },
      },
    })
    await page.goto(`/les-tilleuls/actualites/publication?id=${answer._id}`)
    await page.getByRole('dialog', { name: 'Les Tilleuls' }).waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/connexion')
    await logIn(page, t, 'neighbor2@demo.example', DEMO_PASSWORD)
    await page.getByRole('heading', { name: title }).first().waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/actualites/publication')
    await page.goBack()
    expect(pathOf(page)).not.toContain('connexion')
    await page.goto('/')
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/actualites')
  })

  it('accepts a nickname, and ignores invalid stored values and redirect targets on other sites', async () => {
    const { db, communityId } = testServer().server
    const { pseudo } = await db
      .selectFrom('users')
      .innerJoin('accounts', 'accounts.id', 'users.account_id')
      .select('users.pseudo')
      .where('accounts.email', '=', 'neighbor@demo.example')
      .where('users.community_id', '=', await communityId('les-tilleuls'))
      .executeTakeFirstOrThrow()
    const { page } = await testServer().newPage({
      size,
      language,
      storedValues: { emailOrPseudo: 7, neighborhoodUri: '../nowhere' },
    })
    await page.goto('/')
    await page.waitForURL('**/les-tilleuls')
    await page.goto('/les-tilleuls/connexion?next=%2F%2Fevil.example&ended=nonsense')
    expect(await page.getByRole('dialog').innerText()).not.toContain('nonsense')
    await logIn(page, t, pseudo, DEMO_PASSWORD)
    await page.getByRole('article').first().waitFor()
    expect(pathOf(page)).toBe('/les-tilleuls/actualites')
  })
})
