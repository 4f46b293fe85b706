import { afterAll, afterEach, beforeAll, it } from 'vitest'
import { openStage, oppositeShapes, type Shape, type Stage } from './stage.ts'

/** A stage for this file; a test during which anything went wrong in a page fails, whatever else it saw. */
export const useStage = (...given: Parameters<typeof openStage>): (() => Stage) => {
  let stage: Stage | undefined
  beforeAll(async () => {
    stage = await openStage(...given)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stage?.photograph(task.name)
    const found = (await stage?.empty()) ?? []
    if (found.length > 0) throw new Error(`The pages had faults:\n${found.join('\n')}`)
  })
  afterAll(async () => {
    await stage?.close()
  })
  return () => stage!
}

type Check = (name: string, check: () => Promise<void>) => void

/** `it` among what is looked at in all shapes, for journeys that are made in two opposite ones. */
export const detailsOf = ({ size, language }: Pick<Shape, 'size' | 'language'>): Check =>
  oppositeShapes.some(shape => shape.size === size && shape.language === language)
    ? (name, check) => {
        it(name, check)
      }
    : () => {}
