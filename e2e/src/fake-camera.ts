import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { encode } from 'uqr'
import { browserFlags, launchBrowser } from './browser.ts'

const WIDTH = 640
const HEIGHT = 480
/** Of a dot of the code, in pixels. */
const DOT = 8
const LIGHT = 235
const DARK = 16
const GREY = 128

/** The grey values of a frame with a code in its middle, or with nothing to see. */
const frameOf = (text: string | null): Buffer => {
  const frame = Buffer.alloc(WIDTH * HEIGHT, text === null ? GREY : LIGHT)
  if (text === null) return frame
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const [left, top] = [Math.floor((WIDTH - size * DOT) / 2), Math.floor((HEIGHT - size * DOT) / 2)]
  for (let y = 0; y < size * DOT; y++)
    for (let x = 0; x < size * DOT; x++)
      if (data[Math.floor(y / DOT)]![Math.floor(x / DOT)]) frame[(top + y) * WIDTH + left + x] = DARK
  return frame
}

/** What somebody holds before the camera, as a film that goes round and round. */
const filmOf = (text: string | null): Buffer => {
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), frameOf(text), colours])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

/** The same as a picture, as a screenshot of a code is. */
export const pictureOf = (text: string | null): Promise<Buffer> =>
  sharp(frameOf(text), { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .png()
    .toBuffer()

/** A browser whose camera sees a code, or nothing; its owner is asked for the camera as usual. */
export const withCamera = async (text: string | null) => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-camera-'))
  const film = join(folder, 'camera.y4m')
  writeFileSync(film, filmOf(text))
  const browser = await launchBrowser(
    [...browserFlags, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
    process.env.WINDOWED_CHROMIUM_PATH,
  )
  return {
    browser,
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The headless browsers of the registry and of Debian are built without cameras, even made ones; any other must have
 * one.
 */
export const hasNoCamera = async (origin: string): Promise<boolean> => {
  if (!/\.cache|headless-shell/.test(process.env.WINDOWED_CHROMIUM_PATH ?? process.env.CHROMIUM_PATH ?? ''))
    return false
  const { browser, close } = await withCamera(null)
  const page = await browser.newPage({ permissions: ['camera'], baseURL: origin })
  await page.goto('/icon.svg')
  const none = await page
    .evaluate(() => navigator.mediaDevices.getUserMedia({ video: true }))
    .then(
      () => false,
      () => true,
    )
  await close()
  return none
}
