// features: session
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasNoCamera, withCamera } from './fake-camera.ts'
import { type Arrival, oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const pathOf = (page: Page) => new URL(page.url()).pathname
const granted = { permissions: ['camera'] }

/** Opens a page in a browser whose camera shows a QR code. */
const scanning = async (text: string, arrival: Arrival, look: (page: Page) => Promise<void>) => {
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
  // Does not wait for the scanner dialog: the code may be recognized before it can be seen.
  const openScanner = async (page: Page) => {
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: say('community.landing.scan') }).click()
  }

  it('opens the landing page in the code, releases the camera, and returns by Back', async () => {
    const text = `${stage().origin}/camping-des-pins`
    await scanning(text, shape, async page => {
      await page.addInitScript(() => {
        const { mediaDevices } = navigator
        const open = mediaDevices.getUserMedia.bind(mediaDevices)
        mediaDevices.getUserMedia = async wanted => {
          const stream = await open(wanted)
          Object.assign(window, { camera: stream.getVideoTracks()[0] })
          return stream
        }
      })
      await openScanner(page)
      await page.getByRole('heading', { level: 1, name: 'Camping des Pins' }).waitFor()
      expect(pathOf(page)).toBe('/camping-des-pins')
      expect(await page.evaluate(() => (window as unknown as { camera: MediaStreamTrack }).camera.readyState)).toBe(
        'ended',
      )
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Les Tilleuls' }).waitFor()
    })
  })
})
