import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { assertNoForeignData } from './data-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parvis-data-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))
const refuse = () => assertNoForeignData(dataDir, 'its database is not there')

it('a new folder is accepted, and so is one left by an interrupted first start', () => {
  expect(refuse).not.toThrow()
  mkdirSync(join(dataDir, 'media'))
  writeFileSync(join(dataDir, 'media/.probe-1'), '')
  expect(refuse).not.toThrow()
  rmSync(dataDir, { recursive: true })
  expect(refuse).not.toThrow()
  mkdirSync(dataDir)
})

it('a folder with the secret or pictures of an installation is refused when the database is missing', () => {
  mkdirSync(join(dataDir, 'media/0a'), { recursive: true })
  expect(refuse).toThrow(
    `${dataDir} holds the pictures of an installation, and its database is not there. Put the database back where it was, or from your backup; to begin anew, set DATA_DIR to an empty folder.`,
  )
  writeFileSync(join(dataDir, 'secret'), 'x')
  expect(refuse).toThrow(`${dataDir} holds the secret and the pictures of an installation`)
})
