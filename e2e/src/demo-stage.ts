import { startTestCluster } from '../../apps/server/src/testing/cluster.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { findChromium } from '../../scripts/chromium.ts'
import { closeBrowser } from './browser.ts'
import { openStage, type Stage } from './stage.ts'

/** Runs a command with a demo world of its own: builds, fills and serves it, and removes it afterwards. */
export const onDemoStage = async (
  work: (stage: Stage) => Promise<void>,
  options: Parameters<typeof openStage>[1] = {},
): Promise<void> => {
  process.env.CHROMIUM_PATH = findChromium()
  await buildWeb()
  const cluster = await startTestCluster()
  Object.assign(process.env, cluster.env)
  try {
    const stage = await openStage('demo', { settings: { checkAnswers: false }, ...options })
    try {
      await work(stage)
    } finally {
      await stage.close()
      await closeBrowser()
    }
  } finally {
    await cluster.stop()
  }
}
