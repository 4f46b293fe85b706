// A setup file that runs each test file at its own local hour of the day or night, at whatever time the run starts.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { HOUR_VARIABLE } from './hour-zone.ts'

/** The hour, from 0 to 23, is derived from the file name, so that it is the same in every run. */
const hourOfFile = (file: string): number => createHash('sha256').update(basename(file)).digest()[0]! % 24

beforeAll(() => {
  process.env[HOUR_VARIABLE] = String(hourOfFile(expect.getState().testPath!))
})
