import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { openBrowserServer, oppositeShapes, type Shape, type BrowserServer } from './browser-server.ts'

/**
 * Starts a server for this test file and returns a getter of it. A test also fails if any of its pages had an error.
 */
export const useTestServer = (...args: Parameters<typeof openBrowserServer>): (() => BrowserServer) => {
  let testServer: BrowserServer | undefined
  beforeAll(async () => {
    testServer = await openBrowserServer(...args)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await testServer?.takeScreenshots(task.name)
    const found = (await testServer?.closeAll()) ?? []
    if (found.length > 0) throw new Error(`The pages had errors:\n${found.join('\n')}`)
  })
  afterAll(async () => {
    await testServer?.close()
  })
  return () => testServer!
}

type TestFunction = (name: string, check: () => Promise<void>) => void

/** `it` in the two opposite shapes only, inside a suite that runs in all four. */
export const itInOppositeShapes = ({ size, language }: Pick<Shape, 'size' | 'language'>): TestFunction =>
  oppositeShapes.some(shape => shape.size === size && shape.language === language)
    ? (name, check) => {
        it(name, check)
      }
    : () => {}
