import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags } from '../../scripts/chromium.ts'

/** What Playwright switches off itself: the last list of a command line is the one that counts. */
const withoutForTests = [
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
  // a process in reserve for each visitor, who leaves without having used it
  'SpareRendererForSitePerProcess',
]
/**
 * Address bars are pages themselves: each window would start a second renderer for its own, at three times the cost of
 * a window without.
 */
const withoutAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup']
/** How every browser of tests and measurements is started. */
export const browserFlags = [
  ...chromiumFlags,
  `--disable-features=${[...withoutForTests, ...withoutAddressBar].join(',')}`,
  // pages of one context share a renderer, which has compiled the app already: a new page takes 1.2 instead of 1.6
  // processor-seconds
  '--process-per-site',
]

/** A browser of its own, for what a flag of the command line alone can do: a camera, a map. Close it. */
export const launchBrowser = async (
  flags: readonly string[] = browserFlags,
  executablePath = process.env.CHROMIUM_PATH,
): Promise<Browser> => {
  if (!executablePath || !existsSync(executablePath))
    throw new Error('CHROMIUM_PATH names no browser: run the tests with "npm test".')
  // nothing but this machine can be reached, by both of its names: they are two sites; what asks for more is caught as
  // a fault
  return chromium.launch({
    executablePath,
    args: [...flags, '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost'],
  })
}

const launch = async (): Promise<Browser> => {
  const browser = await launchBrowser()
  browser.on('disconnected', () => {
    opened = undefined
  })
  // a worker whose command is gone would test on; the runner lets nobody leave by process.exit during a test
  process.once('disconnect', () => void browser.close().finally(() => process.kill(process.pid, 'SIGKILL')))
  return browser
}

let opened: Promise<Browser> | undefined

/**
 * One browser for all stages of this process, which it ends with; every visitor has a context of their own. One that
 * crashed is replaced.
 */
export const ourBrowser = (): Promise<Browser> =>
  (opened ??= launch().catch((error: unknown) => {
    opened = undefined
    throw error
  }))

export const closeBrowser = async (): Promise<void> => {
  await (await opened)?.close()
}
