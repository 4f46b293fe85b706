import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags } from '../../scripts/chromium.ts'

/** The features that Playwright itself disables, repeated here: Chromium uses only its last `--disable-features`. */
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
  // Chromium would start a spare process for each visitor, which is never used.
  'SpareRendererForSitePerProcess',
]
/** With these features each window starts a second renderer for its address bar, which triples its cost. */
const disabledAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']
export const browserFlags = [
  ...chromiumFlags,
  `--disable-features=${[...disabledByPlaywright, ...disabledAddressBar].join(',')}`,
  // Pages of a context share the renderer that has compiled the app: a new page takes 1.2, not 1.6 CPU seconds.
  '--process-per-site',
]

/** Launches a separate browser, for features that need command-line flags (a camera, a map). The caller closes it. */
export const launchBrowser = async (
  flags: readonly string[] = browserFlags,
  executablePath = process.env.CHROMIUM_PATH,
): Promise<Browser> => {
  if (!executablePath || !existsSync(executablePath))
    throw new Error('CHROMIUM_PATH names no browser: run the tests with "npm test".')
  // Only `localhost` and `127.0.0.1` (two sites) resolve; requests to other hosts are page errors.
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
  // A Vitest worker whose parent died would go on testing. Vitest forbids process.exit, so the process kills itself.
  process.once('disconnect', () => void browser.close().finally(() => process.kill(process.pid, 'SIGKILL')))
  return browser
}

let browserPromise: Promise<Browser> | undefined

/** Returns the browser that all test servers of this process share. If it has crashed, launches a new one. */
export const sharedBrowser = (): Promise<Browser> =>
  (browserPromise ??= launch().catch((error: unknown) => {
    browserPromise = undefined
    throw error
  }))

export const closeBrowser = async (): Promise<void> => {
  await (await browserPromise)?.close()
}
