// features: community
import { describe, expect, it } from 'vitest'
import { shapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()

const slides = {
  en: [
    'Your neighbours are here',
    'A ladder, three floors down',
    'Good deals around the corner',
    'Ten minutes from the lake',
  ],
  fr: [
    'Vos voisins sont là',
    'Une échelle, trois étages plus bas',
    'Les bons plans du quartier',
    'Le lac à dix minutes',
  ],
} as const

describe.each(shapes)('the landing page, $size, $language', ({ size, language, t }) => {
  const other = language === 'fr' ? 'en' : 'fr'

  it('opens from the root URL in the language of the device, with a carousel; the language can be changed', async () => {
    const { page } = await testServer().newPage({ size, language })
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/les-tilleuls')
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await page.getByRole('link', { name: t('community.landing.join', { name: 'Les Tilleuls' }) }).waitFor()
    await page.getByRole('heading', { name: slides[language][0] }).waitFor()
    const carousel = page.getByRole('list', { name: t('community.landing.show') })
    const dot = (n: number) =>
      page.getByRole('button', { name: t('community.landing.slide', { n: n + 1, title: slides[language][n]! }) })
    await expect.poll(() => dot(0).getAttribute('aria-current')).toBe('true')
    await dot(2).click()
    await expect.poll(() => dot(2).getAttribute('aria-current')).toBe('true')
    expect(await carousel.getByRole('heading', { name: slides[language][2] }).boundingBox()).toMatchObject({
      x: expect.any(Number),
    })
    await carousel.focus()
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowRight')
        return dot(3).getAttribute('aria-current')
      })
      .toBe('true')
    for (const picture of await carousel.getByRole('img').all()) expect(await picture.getAttribute('alt')).not.toBe('')

    const tip = page.getByRole('note')
    await tip.getByText(t('tips.email')).waitFor()
    await tip.getByRole('button', { name: t('tips.hide') }).click()
    await tip.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: t(`common.language.${other}`) }).click()
    await page.getByRole('heading', { name: slides[other][0] }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: slides[other][0] }).waitFor()
    expect(await tip.count()).toBe(0)
    expect(await page.locator('html').getAttribute('lang')).toBe(other)
  })

  it('opens the log-in dialog, which Esc, the close button and Back close, even if the browser reports malformed language tags', async () => {
    const { page } = await testServer().newPage({ size, language })
    // Locale names of operating systems, which no browser should report as language tags.
    await page.addInitScript(spoken => {
      const languageTags = { language: 'fr_FR@posix', languages: ['fr_FR@posix', 'C', spoken] }
      for (const [name, value] of Object.entries(languageTags))
        Object.defineProperty(navigator, name, { get: () => value })
    }, language)
    await page.goto('/les-tilleuls')
    const join = page.getByRole('link', { name: t('community.landing.join', { name: 'Les Tilleuls' }) })
    const dialog = page.getByRole('dialog', { name: 'Les Tilleuls' })
    const closeActions = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: t('common.close') }).click(),
      () => page.goBack(),
    ]
    for (const close of closeActions) {
      await join.focus()
      await page.keyboard.press('Enter')
      await dialog.waitFor()
      expect(new URL(page.url()).pathname).toBe('/les-tilleuls/connexion')
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
      await close()
      await dialog.waitFor({ state: 'detached' })
      expect(new URL(page.url()).pathname).toBe('/les-tilleuls')
      await expect.poll(() => join.evaluate(element => element === document.activeElement)).toBe(true)
    }
  })
})
