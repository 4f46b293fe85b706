import { readFileSync } from 'node:fs'
import { TestRunner, type RunnerTask, type RunnerTestFile } from 'vitest'

/** What the names of suites end with that are made in several shapes. */
const SHAPE = /(?:, (?:phone|tablet|wide|tall))?, (?:fr|en)$/
export interface Named {
  name: string
  mode: RunnerTask['mode']
  tasks?: Named[]
}

/** The tests of a task, each under its path without the shape. */
const testsOf = (task: Named, path = ''): { name: string; test: Named }[] => {
  const name = `${path}/${task.name.replace(SHAPE, '')}`
  return task.tasks?.flatMap(inner => testsOf(inner, name)) ?? [{ name, test: task }]
}

/**
 * Skips, of each test of a file that is made in several shapes, all but one; the next test is left in the next shape.
 * `turn`: the shape of all of them instead.
 */
export const leaveOneShape = (file: Named, turn?: number): void => {
  const journeys = Map.groupBy(testsOf(file), ({ name }) => name)
  for (const [index, shapes] of [...journeys.values()].entries())
    for (const [at, { test }] of shapes.entries()) if (at !== (turn ?? index) % shapes.length) test.mode = 'skip'
}

/**
 * Until a service worker has stored the app, 8 s pass in each shape: all files that need one take the first, so that
 * they share what is stored.
 */
const turnOf = (path: string): number | undefined =>
  readFileSync(path, 'utf8').includes('hasWorker: true') ? 0 : undefined

/** With `SHAPES=one`, every journey is made in one of its shapes. */
export default class OneShapeRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (process.env.SHAPES === 'one') for (const file of files) leaveOneShape(file, turnOf(file.filepath))
  }
}
