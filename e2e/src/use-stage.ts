import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { openStage, oppositeShapes, type Shape, type Stage } from './stage.ts'

/** Starts a server for this test file; a test fails also if any of its pages had an error. */
export const useStage = (...given: Parameters<typeof openStage>): (() => Stage) => {
  let stage: Stage | undefined
  beforeAll(async () => {
    stage = await openStage(...given)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.photograph(task.name)
    const found = (await stage?.empty()) ?? []
    if (found.length > 0) throw new Error(`The pages had errors:\n${found.join('\n')}`)
  })
  afterAll(async () => {
    await stage?.close()
  })
  return () => stage!
}

type Check = (name: string, check: () => Promise<void>) => void

/** `it` in the two opposite shapes only, inside a suite that runs in all four. */
export const detailsOf = ({ size, language }: Pick<Shape, 'size' | 'language'>): Check =>
  oppositeShapes.some(shape => shape.size === size && shape.language === language)
    ? (name, check) => {
        it(name, check)
      }
    : () => {}
