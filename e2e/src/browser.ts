import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags } from '../../scripts/chromium.ts'

/** The features that Playwright disables itself: of several lists on a command line only the last one counts. */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // a spare process for each visitor that is never used
  'SpareRendererForSitePerProcess',
]
/** Each window would start a second renderer for its address bar, at three times the cost. */
const disabledAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']
export const browserFlags = [
  ...chromiumFlags,
  `--disable-features=${[...disabledByPlaywright, ...disabledAddressBar].join(',')}`,
  // Pages of a context share a renderer with the compiled app: a new page takes 1.2 instead of 1.6 CPU seconds.
  '--process-per-site',
]

/** Launches a separate browser, for what only a command-line flag can do (a camera, a map). The caller closes it. */
export const launchBrowser = async (
  flags: readonly string[] = browserFlags,
  executablePath = process.env.CHROMIUM_PATH,
): Promise<Browser> => {
  if (!executablePath || !existsSync(executablePath))
    throw new Error('CHROMIUM_PATH names no browser: run the tests with "npm test".')
  // Only this machine can be reached, by both of its names (two sites); other requests are page errors.
  return chromium.launch({
    executablePath,
    args: [...flags, '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost'],
  })
}

const launch = async (): Promise<Browser> => {
  const browser = await launchBrowser()
  browser.on('disconnected', () => {
    browserPromise = undefined
  })
  // A worker whose parent has died would go on testing; Vitest does not allow process.exit during a test.
  process.once('disconnect', () => void browser.close().finally(() => process.kill(process.pid, 'SIGKILL')))
  return browser
}

let browserPromise: Promise<Browser> | undefined

/** Shared by all test servers of this process; every visitor has a context. A crashed browser is replaced. */
export const sharedBrowser = (): Promise<Browser> =>
  (browserPromise ??= launch().catch((error: unknown) => {
    browserPromise = undefined
    throw error
  }))

export const closeBrowser = async (): Promise<void> => {
  await (await browserPromise)?.close()
}
