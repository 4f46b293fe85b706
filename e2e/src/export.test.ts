// features: leaving
import { readFileSync } from 'node:fs'
import { publishPost } from '@parvis/contract/publish.ts'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { multipartOf } from '../../apps/server/src/testing/multipart.ts'
import { asPerson } from '../../apps/server/src/testing/people.ts'
import { plainPicture } from '../../apps/server/src/testing/pictures.ts'
import { DEMO_PASSWORD, type Visitor } from '../../apps/server/src/testing/test-server.ts'
import { findAxeViolations } from './axe.ts'
import { uniqueNickname } from './newcomer.ts'
import { oppositeShapes, type Shape } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()
const HOME = 'les-tilleuls'
const SETTINGS = `/${HOME}/parametres`
const LIVE_TIMEOUT = { timeout: 15_000 }
let memberCount = 0

describe.each(oppositeShapes)('the data export, $size, $language', ({ size, language, t }: Shape) => {
  const addMember = async () => {
    const email = `archive-${++memberCount}@e2e.example`
    const person = { email, pseudo: uniqueNickname('Archive'), password: DEMO_PASSWORD, community: HOME }
    return { email, ...(await asPerson(testServer().server, person)) }
  }
  const upload = async (visitor: Visitor, alt: string): Promise<string> => {
    const bytes = await plainPicture(64, 48).jpeg().toBuffer()
    const { payload, headers } = multipartOf([
      ['alt', alt],
      ['files', bytes],
    ])
    return ((await visitor.send({ method: 'POST', url: '/media', payload, headers })).answer as { uri: string }).uri
  }
  const openPage = async (visitor: Visitor, path: string) => {
    const visit = await testServer().newPage({ size, language, by: visitor, context: { acceptDownloads: true } })
    await visit.page.goto(path)
    return visit
  }
  const exportSection = (page: Page) => page.getByRole('region', { name: t('leaving.data'), exact: true })
  const requestExport = async (page: Page) => {
    await exportSection(page)
      .getByRole('button', { name: t('leaving.data.make'), exact: true })
      .click()
    const dialog = page.getByRole('dialog', { name: t('leaving.data.ask') })
    await dialog.getByLabel(t('leaving.proof.password'), { exact: true }).fill(DEMO_PASSWORD)
    await dialog.getByRole('button', { name: t('leaving.data.make'), exact: true }).click()
    await dialog.waitFor({ state: 'detached', ...LIVE_TIMEOUT })
  }

  it('is linked from the profile, shows its progress, and is downloaded as one ZIP file', async () => {
    const { visitor, email } = await addMember()
    const photoUri = await upload(visitor, 'Un banc')
    await visitor.call(publishPost, {
      body: { title: 'Un banc sous le tilleul', description: 'x', photoUri },
    })
    await upload(visitor, 'Une chaise')
    const { storage } = testServer().server.platform
    const { get } = storage
    const gate = Promise.withResolvers<void>()
    let opened = 0
    storage.get = async key => {
      if (key.endsWith('/full') && ++opened > 1) await gate.promise
      return get(key)
    }
    try {
      const { page } = await openPage(visitor, `/${HOME}/mon-profil`)
      await page
        .getByRole('region', { name: t('leaving.ways'), exact: true })
        .getByRole('link', { name: t('leaving.ways.data') })
        .click()
      await page.waitForURL(`**${SETTINGS}#my-data`, LIVE_TIMEOUT)
      const title = exportSection(page).getByRole('heading', { name: t('leaving.data'), exact: true })
      await expect.poll(() => title.evaluate(it => it === document.activeElement), LIVE_TIMEOUT).toBe(true)
      // The sections above the title load later and must not push the title out of view.
      await page.waitForLoadState('networkidle')
      expect(await title.evaluate(it => it.getBoundingClientRect().top < innerHeight - 100)).toBe(true)
      expect(await findAxeViolations(page)).toEqual([])
      await requestExport(page)
      const bar = exportSection(page).getByRole('progressbar', { name: t('leaving.data.making') })
      await bar.waitFor(LIVE_TIMEOUT)
      // The six parts are account, audit entries, profile, post and two pictures; the test delays the second picture.
      await exportSection(page)
        .getByText(t('leaving.data.figure', { done: 5, total: 6 }))
        .waitFor(LIVE_TIMEOUT)
      expect(await bar.evaluate(one => (one as HTMLProgressElement).value)).toBeCloseTo(5 / 6)
      expect(await findAxeViolations(page)).toEqual([])
      gate.resolve()
      const downloadButton = exportSection(page).getByRole('button', { name: t('leaving.data.fetch'), exact: true })
      await downloadButton.waitFor(LIVE_TIMEOUT)
      const [download] = await Promise.all([page.waitForEvent('download'), downloadButton.click()])
      expect(download.suggestedFilename()).toMatch(/^parvis-\d{4}-\d{2}-\d{2}\.zip$/)
      const files = unzipSync(readFileSync(await download.path()))
      const names = Object.keys(files)
      expect(names).toContain(language === 'fr' ? 'LISEZ-MOI.txt' : 'READ ME.txt')
      expect(strFromU8(files['account.json']!)).toContain(email)
      const posts = names.find(name => name.endsWith('/posts.json'))!
      expect(strFromU8(files[posts]!)).toContain('Un banc sous le tilleul')
      expect(names.filter(name => name.endsWith('.webp'))).toHaveLength(2)
      await exportSection(page)
        .getByRole('button', { name: t('leaving.data.remove'), exact: true })
        .click()
      await exportSection(page)
        .getByRole('button', { name: t('leaving.data.make'), exact: true })
        .waitFor(LIVE_TIMEOUT)
    } finally {
      storage.get = get
      gate.resolve()
    }
  })
})
