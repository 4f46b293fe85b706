// features: session
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasNoCamera, pictureOf, withCamera } from './fake-camera.ts'
import { type Arrival, oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage('demo', { settings: { publicUrl: new URL('https://parvis.example/') } })

const pathOf = (page: Page) => new URL(page.url()).pathname
const granted = { permissions: ['camera'] }

/** Somebody before whose camera a code is held. */
const scanning = async (text: string | null, arrival: Arrival, look: (page: Page) => Promise<void>) => {
  const camera = await withCamera(text)
  try {
    const { page } = await stage().welcome({ context: granted, ...arrival, browser: camera.browser })
    await look(page)
    await page.context().close()
  } finally {
    await camera.close()
  }
}

let isBlind = false
beforeAll(async () => {
  isBlind = await hasNoCamera(stage().origin)
})
beforeEach(({ skip }) => skip(isBlind, 'this browser has no cameras'))

describe.each(oppositeShapes)('scanning a code, $size, $language', ({ size, language, say }) => {
  const shape = { size, language }
  const openScanner = async (page: Page) => {
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: say('community.landing.scan') }).click()
    await page.getByRole('dialog', { name: say('find.scan.title') }).waitFor()
  }

  it('leads to the landing that it names, and back to where one was', async () => {
    const text = `${stage().origin}/camping-des-pins`
    await scanning(text, shape, async page => {
      await openScanner(page)
      await page.getByRole('heading', { level: 1, name: 'Camping des Pins' }).waitFor()
      expect(pathOf(page)).toBe('/camping-des-pins')
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
    })
  })

  it('opens the log-in with the key of a poster that bears the public address', async () => {
    await scanning(
      'https://parvis.example/quartier-de-la-gare/connexion?registerkey=GARE-DEMO-2026',
      shape,
      async page => {
        await page.goto('/scanner')
        await page.getByRole('dialog', { name: 'Quartier de la Gare' }).waitFor()
        expect(pathOf(page)).toBe('/quartier-de-la-gare/connexion')
      },
    )
  })

  it('shows a foreign address and never follows it', async () => {
    await scanning('https://evil.example/les-tilleuls', shape, async page => {
      await openScanner(page)
      await page.getByRole('heading', { name: say('find.unknown.title') }).waitFor()
      await page.getByText(say('find.unknownurlinfo')).waitFor()
      await page.getByText('evil.example/les-tilleuls').waitFor()
      expect(await page.getByRole('dialog').getByRole('link', { name: /evil/ }).count()).toBe(0)
      expect(pathOf(page)).toBe('/scanner')
      // again, it finds the same
      await page.getByRole('button', { name: say('find.scan.again') }).click()
      await page.getByRole('heading', { name: say('find.unknown.title') }).waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: say('find.unknown.title') }).waitFor()
      await page.getByRole('link', { name: say('find.scan.byname') }).click()
      await page.getByRole('heading', { level: 1, name: say('find.title') }).waitFor()
    })
  })

  it('says what to do without a camera, and takes a picture instead', async () => {
    await scanning(null, { ...shape, context: {} }, async page => {
      await openScanner(page)
      await page.getByText(say('find.camerainfo')).waitFor()
      const pick = async (name: string, mimeType: string, buffer: Buffer) => {
        const chooser = page.waitForEvent('filechooser')
        await page.getByText(say('find.scan.picture')).click()
        await (await chooser).setFiles({ name, mimeType, buffer })
      }
      await pick('words.png', 'image/png', Buffer.from('no picture'))
      await page.getByRole('heading', { name: say('find.nopicture.title') }).waitFor()
      await pick('grey.png', 'image/png', await pictureOf(null))
      await page.getByRole('heading', { name: say('find.nocode.title') }).waitFor()
      await pick('code.png', 'image/png', await pictureOf(`${stage().origin}/les-tilleuls`))
      await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
      expect(pathOf(page)).toBe('/les-tilleuls')
    })
  })

  it('closes by Esc, by the cross and by the way back, and lets the camera go', async () => {
    await scanning(null, shape, async page => {
      for (const close of [
        () => page.keyboard.press('Escape'),
        () => page.getByRole('button', { name: say('common.close') }).click(),
        () => page.goBack(),
      ]) {
        await openScanner(page)
        await page.getByText(say('find.aim')).waitFor()
        const live = () =>
          page.evaluate(
            () => (document.querySelector('video')?.srcObject as MediaStream | null)?.getVideoTracks()[0]?.readyState,
          )
        await expect.poll(live).toBe('live')
        await page.evaluate(() => {
          const [track] = (document.querySelector('video')!.srcObject as MediaStream).getVideoTracks()
          Object.assign(window, { camera: track })
        })
        await close()
        await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
        expect(await page.evaluate(() => (window as unknown as { camera: MediaStreamTrack }).camera.readyState)).toBe(
          'ended',
        )
      }
    })
  })
})
