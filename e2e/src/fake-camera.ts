import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'
import { browserFlags, launchBrowser } from './browser.ts'

const WIDTH = 640
const HEIGHT = 480
/** Pixels per module of the QR code. */
const MODULE_PX = 8
const LIGHT = 235
const DARK = 16
const GREY = 128

/** Creates a grey frame, with a QR code in its middle unless `text` is null. */
const createFrame = (text: string | null): Buffer => {
  const frame = Buffer.alloc(WIDTH * HEIGHT, text === null ? GREY : LIGHT)
  if (text === null) return frame
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const [left, top] = [Math.floor((WIDTH - size * MODULE_PX) / 2), Math.floor((HEIGHT - size * MODULE_PX) / 2)]
  for (let y = 0; y < size * MODULE_PX; y++)
    for (let x = 0; x < size * MODULE_PX; x++)
      if (data[Math.floor(y / MODULE_PX)]![Math.floor(x / MODULE_PX)]) frame[(top + y) * WIDTH + left + x] = DARK
  return frame
}

const createVideo = (text: string | null): Buffer => {
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), createFrame(text), colours])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

/**
 * Launches a browser whose camera shows `text` as a QR code, or a grey frame if null. The caller closes the browser.
 */
export const launchWithCamera = async (text: string | null) => {
  const folder = mkdtempSync(join(tmpdir(), 'parvis-camera-'))
  const videoFile = join(folder, 'camera.y4m')
  writeFileSync(videoFile, createVideo(text))
  const browser = await launchBrowser(
    [...browserFlags, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${videoFile}`],
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
 * Whether the browser lacks even a fake camera. Only the headless builds of npm and Debian may lack one, so only these
 * are checked.
 */
export const lacksCamera = async (origin: string): Promise<boolean> => {
  if (!/\.cache|headless-shell/.test(process.env.WINDOWED_CHROMIUM_PATH ?? process.env.CHROMIUM_PATH ?? ''))
    return false
  const { browser, close } = await launchWithCamera(null)
  const page = await browser.newPage({ permissions: ['camera'], baseURL: origin })
  await page.goto('/icon.svg')
  const isMissing = await page
    .evaluate(() => navigator.mediaDevices.getUserMedia({ video: true }))
    .then(
      () => false,
      () => true,
    )
  await close()
  return isMissing
}
