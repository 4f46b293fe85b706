import { existsSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { chromiumFlags } from '../../scripts/chromium.ts'
import { compiler } from './build/compiler.ts'
import { fonts } from './build/fonts.ts'
import { happyDomFile } from './build/happy-dom-file.ts'
import { messages } from './build/messages.ts'

const root = import.meta.dirname
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const executablePath = existsSync(chromiumPath) ? chromiumPath : undefined

const shared = (): Pick<TestProjectInlineConfiguration, 'root' | 'plugins' | 'resolve' | 'optimizeDeps'> => ({
  root,
  plugins: [messages(), fonts(), react(), compiler()],
  resolve: { alias: { typebox: join(root, 'build/typebox-stub.ts') } },
  optimizeDeps: {
    // Vite must not discover a dependency during a test: Vite would reload the page with a second copy of React.
    noDiscovery: true,
    include: [
      'axe-core',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react/compiler-runtime',
      'thumbhash',
      '@lingui/core',
      '@tanstack/react-router',
      '@tanstack/react-query',
      'virtua',
      'uqr',
      'linkify-it',
    ],
  },
})

const pointer: BrowserCommand<[what: 'over' | 'down' | 'away', selector?: string]> = async (
  { page, iframe },
  what,
  selector,
) => {
  if (what === 'over' && selector) {
    // Moves the mouse by coordinates, because `hover` retries for seconds if the element is outside the window.
    const place = await iframe.locator(selector).boundingBox()
    if (place) await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2)
  }
  if (what === 'down') await page.mouse.down()
  if (what !== 'away') return
  await page.mouse.move(0, 0)
  await page.mouse.up()
}

const motion: BrowserCommand<[wanted: 'reduce' | 'no-preference']> = ({ page }, wanted) =>
  page.emulateMedia({ reducedMotion: wanted })

declare module 'vitest/browser' {
  interface BrowserCommands {
    motion: (wanted: 'reduce' | 'no-preference') => Promise<void>
    pointer: (what: 'over' | 'down' | 'away', selector?: string) => Promise<void>
  }
}

process.env.HAPPY_DOM_FILE = await happyDomFile()

export const webProjects: TestProjectInlineConfiguration[] = [
  {
    ...shared(),
    test: {
      name: 'web',
      environment: 'happy-dom',
      // Each test file has its own page: in a shared one, clocks, timers and caches of others disturbed six files.
      pool: 'threads',
      execArgv: ['--import', join(root, 'build/import-happy-dom-file.ts')],
      include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
      exclude: ['src/**/*.browser.test.tsx'],
      setupFiles: [join(root, 'src/testing/isolate-channels.ts')],
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  },
  {
    ...shared(),
    test: {
      name: 'ui',
      env: { PARVIS_LONG: process.env.PARVIS_LONG ?? '' },
      // One of two browser windows would be in the background, where a click took 43 s instead of 0.8 s.
      fileParallelism: chromiumPath.endsWith('headless-shell'),
      // Runs after all other projects, whose workers would slow down its pages.
      sequence: { groupOrder: 1 },
      testTimeout: 60_000,
      include: ['src/**/*.browser.test.tsx'],
      browser: {
        enabled: true,
        headless: true,
        commands: { pointer, motion },
        screenshotFailures: false,
        provider: playwright({
          launchOptions: { executablePath, args: chromiumFlags },
          contextOptions: { reducedMotion: 'reduce', locale: 'en-GB' },
        }),
        instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
      },
    },
  },
]
