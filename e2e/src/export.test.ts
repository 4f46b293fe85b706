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
import { findBarriers } from './axe.ts'
import { nickname } from './newcomer.ts'
import { oppositeShapes, type Shape } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()
const HOME = 'les-tilleuls'
const SETTINGS = `/${HOME}/parametres`
const SOON = { timeout: 15_000 }
let people = 0

describe.each(oppositeShapes)('the data export, $size, $language', ({ size, language, say }: Shape) => {
  const someone = async () => {
    const email = `archive-${++people}@e2e.example`
    const person = { email, pseudo: nickname('Archive'), password: DEMO_PASSWORD, community: HOME }
    return { email, ...(await asPerson(stage().server, person)) }
  }
  const upload = async (visitor: Visitor, alt: string): Promise<string> => {
    const bytes = await plainPicture(64, 48).jpeg().toBuffer()
    const { payload, headers } = multipartOf([
      ['alt', alt],
      ['files', bytes],
    ])
    return ((await visitor.send({ method: 'POST', url: '/media', payload, headers })).answer as { uri: string }).uri
  }
  const arrive = async (visitor: Visitor, path: string) => {
    const guest = await stage().welcome({ size, language, by: visitor, context: { acceptDownloads: true } })
    await guest.page.goto(path)
    return guest
  }
  const group = (page: Page) => page.getByRole('region', { name: say('leaving.data'), exact: true })
  const ask = async (page: Page) => {
    await group(page)
      .getByRole('button', { name: say('leaving.data.make'), exact: true })
      .click()
    const dialog = page.getByRole('dialog', { name: say('leaving.data.ask') })
    await dialog.getByLabel(say('leaving.proof.password'), { exact: true }).fill(DEMO_PASSWORD)
    await dialog.getByRole('button', { name: say('leaving.data.make'), exact: true }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
  }

  it('is requested from the profile, shows its progress, and is downloaded as a whole', async () => {
    const { visitor, email } = await someone()
    const photoUri = await upload(visitor, 'Un banc')
    await visitor.call(publishPost, { body: { title: 'Un banc sous le tilleul', description: 'x', photoUri } })
    await upload(visitor, 'Une chaise')
    const { storage } = stage().server.platform
    const { get } = storage
    const gate = Promise.withResolvers<void>()
    let opened = 0
    storage.get = async key => {
      if (key.endsWith('/full') && ++opened > 1) await gate.promise
      return get(key)
    }
    try {
      const { page } = await arrive(visitor, `/${HOME}/mon-profil`)
      await page
        .getByRole('region', { name: say('leaving.ways'), exact: true })
        .getByRole('link', { name: say('leaving.ways.data') })
        .click()
      await page.waitForURL(`**${SETTINGS}#my-data`, SOON)
      const title = group(page).getByRole('heading', { name: say('leaving.data'), exact: true })
      await expect.poll(() => title.evaluate(it => it === document.activeElement), SOON).toBe(true)
      // The sections above it load later.
      await page.waitForLoadState('networkidle')
      expect(await title.evaluate(it => it.getBoundingClientRect().top < innerHeight - 100)).toBe(true)
      expect(await findBarriers(page)).toEqual([])
      await ask(page)
      const bar = group(page).getByRole('progressbar', { name: say('leaving.data.making') })
      await bar.waitFor(SOON)
      // Account, audit entries, profile, post and both pictures: the last one is held back.
      await group(page)
        .getByText(say('leaving.data.figure', { done: 5, total: 6 }))
        .waitFor(SOON)
      expect(await bar.evaluate(one => (one as HTMLProgressElement).value)).toBeCloseTo(5 / 6)
      expect(await findBarriers(page)).toEqual([])
      gate.resolve()
      const fetchIt = group(page).getByRole('button', { name: say('leaving.data.fetch'), exact: true })
      await fetchIt.waitFor(SOON)
      const [download] = await Promise.all([page.waitForEvent('download'), fetchIt.click()])
      expect(download.suggestedFilename()).toMatch(/^parvis-\d{4}-\d{2}-\d{2}\.zip$/)
      const files = unzipSync(readFileSync(await download.path()))
      const names = Object.keys(files)
      expect(names).toContain(language === 'fr' ? 'LISEZ-MOI.txt' : 'READ ME.txt')
      expect(strFromU8(files['account.json']!)).toContain(email)
      const posts = names.find(name => name.endsWith('/posts.json'))!
      expect(strFromU8(files[posts]!)).toContain('Un banc sous le tilleul')
      expect(names.filter(name => name.endsWith('.webp'))).toHaveLength(2)
      await group(page)
        .getByRole('button', { name: say('leaving.data.remove'), exact: true })
        .click()
      await group(page)
        .getByRole('button', { name: say('leaving.data.make'), exact: true })
        .waitFor(SOON)
    } finally {
      storage.get = get
      gate.resolve()
    }
  })
})
