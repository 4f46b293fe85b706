import { startTestCluster } from '../../apps/server/src/testing/cluster.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { closeBrowser } from './browser.ts'
import { openBrowserServer, type BrowserServer } from './browser-server.ts'

/** Builds the app and calls `callback` with a server that has its own demo database, which is removed afterwards. */
export const withDemoServer = async (
  callback: (testServer: BrowserServer) => Promise<void>,
  options: Parameters<typeof openBrowserServer>[1] = {},
): Promise<void> => {
  process.env.CHROMIUM_PATH = findChromium()
  await buildWeb()
  const cluster = await startTestCluster()
  Object.assign(process.env, cluster.env)
  try {
    const testServer = await openBrowserServer('demo', { settings: { checkAnswers: false }, ...options })
    try {
      await callback(testServer)
    } finally {
      await testServer.close()
      await closeBrowser()
    }
  } finally {
    await cluster.stop()
  }
}
