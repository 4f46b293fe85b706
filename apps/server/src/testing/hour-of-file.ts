// A setup file: each file of tests has an hour of the day of its own, night included, whenever it is run.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { HOUR_VARIABLE } from './hour-zone.ts'

/** By its name: from 0 to 23, the same in every run. */
const hourOf = (file: string): number => createHash('sha256').update(basename(file)).digest()[0]! % 24

beforeAll(() => {
  process.env[HOUR_VARIABLE] = String(hourOf(expect.getState().testPath!))
})
