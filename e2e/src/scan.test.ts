// features: session
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasNoCamera, withCamera } from './fake-camera.ts'
import { type Arrival, oppositeShapes } from './stage.ts'
import { useStage } from './use-stage.ts'

const stage = useStage()

const pathOf = (page: Page) => new URL(page.url()).pathname
const granted = { permissions: ['camera'] }

/** Somebody before whose camera a code is held. */
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
  // its dialog may be gone before anybody has seen it: the code is there already
  const openScanner = async (page: Page) => {
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: say('community.landing.scan') }).click()
  }

  it('leads to the landing that it names, lets the camera go, and leads back to where one was', async () => {
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
