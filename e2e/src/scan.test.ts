// features: session
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lacksCamera, launchWithCamera } from './fake-camera.ts'
import { type PageOptions, oppositeShapes } from './browser-server.ts'
import { useTestServer } from './use-test-server.ts'

const testServer = useTestServer()

const pathOf = (page: Page) => new URL(page.url()).pathname
const cameraPermission = { permissions: ['camera'] }

/** Calls `callback` with a page in a browser whose camera shows a QR code of `text`. */
const withScannedCode = async (text: string, options: PageOptions, callback: (page: Page) => Promise<void>) => {
  const camera = await launchWithCamera(text)
  try {
    const { page } = await testServer().newPage({ context: cameraPermission, ...options, browser: camera.browser })
    await callback(page)
    await page.context().close()
  } finally {
    await camera.close()
  }
}

let hasNoCamera = false
beforeAll(async () => {
  hasNoCamera = await lacksCamera(testServer().origin)
})
beforeEach(({ skip }) => skip(hasNoCamera, 'this browser has no cameras'))

describe.each(oppositeShapes)('scanning a QR code, $size, $language', ({ size, language, t }) => {
  const shape = { size, language }
  // Does not wait for the scanner dialog: once the code is recognized, which may be at once, the dialog closes.
  const openScanner = async (page: Page) => {
    await page.goto('/les-tilleuls')
    await page.getByRole('link', { name: t('community.landing.scan') }).click()
  }

  it('opens the landing page to which the code links, and releases the camera; Back returns to the former page', async () => {
    const text = `${testServer().origin}/camping-des-pins`
    await withScannedCode(text, shape, async page => {
      await page.addInitScript(() => {
        const { mediaDevices } = navigator
        const open = mediaDevices.getUserMedia.bind(mediaDevices)
        mediaDevices.getUserMedia = async constraints => {
          const stream = await open(constraints)
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
