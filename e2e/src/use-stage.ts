import { afterAll, afterEach, beforeAll } from 'vitest'
import { openStage, type Stage } from './stage.ts'

/** A stage for this file; a test during which anything went wrong in a page fails, whatever else it saw. */
export const useStage = (...given: Parameters<typeof openStage>): (() => Stage) => {
  let stage: Stage | undefined
  beforeAll(async () => { stage = await openStage(...given) })
  afterEach(async () => {
    const found = await stage?.empty() ?? []
    if (found.length > 0) throw new Error(`The pages had faults:\n${found.join('\n')}`)
  })
  afterAll(async () => { await stage?.close() })
  return () => stage!
}
