import { readFileSync } from 'node:fs'
import { TestRunner, type RunnerTask, type RunnerTestFile } from 'vitest'

/** Matches the shape at the end of a suite name. */
const SHAPE = /(?:, (?:phone|tablet|wide|tall))?, (?:fr|en)$/
export interface TaskNode {
  name: string
  mode: RunnerTask['mode']
  tasks?: TaskNode[]
}

const testsOf = (task: TaskNode, path = ''): { name: string; test: TaskNode }[] => {
  const name = `${path}/${task.name.replace(SHAPE, '')}`
  return task.tasks?.flatMap(inner => testsOf(inner, name)) ?? [{ name, test: task }]
}

/** Skips all but one shape of each test. The shape rotates from test to test unless `shapeIndex` is given. */
export const keepOneShape = (file: TaskNode, shapeIndex?: number): void => {
  const journeys = Map.groupBy(testsOf(file), ({ name }) => name)
  for (const [index, shapes] of [...journeys.values()].entries())
    for (const [at, { test }] of shapes.entries()) if (at !== (shapeIndex ?? index) % shapes.length) test.mode = 'skip'
}

/** A service worker takes 8 s to store the app in each shape: test files that need a worker use the first shape. */
const shapeIndexOf = (path: string): number | undefined =>
  readFileSync(path, 'utf8').includes('hasWorker: true') ? 0 : undefined

/** With `SHAPES=one`, every test runs in only one of its shapes. */
export default class OneShapeRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (process.env.SHAPES === 'one') for (const file of files) keepOneShape(file, shapeIndexOf(file.filepath))
  }
}
