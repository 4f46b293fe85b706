import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseForeignData } from './data-folder.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parvis-data-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))
const refuse = () => refuseForeignData(dataDir, 'its database is not there')

it('a new folder, and one that another start had only begun, may begin an installation', () => {
  expect(refuse).not.toThrow()
  mkdirSync(join(dataDir, 'media'))
  writeFileSync(join(dataDir, 'media/.probe-1'), '')
  expect(refuse).not.toThrow()
  rmSync(dataDir, { recursive: true })
  expect(refuse).not.toThrow()
  mkdirSync(dataDir)
})

it('the secret or the pictures of an installation without its database are no new one', () => {
  mkdirSync(join(dataDir, 'media/0a'), { recursive: true })
  expect(refuse).toThrow(
    `${dataDir} holds the pictures of an installation, and its database is not there. Put the database back where it was, or from your backup; to begin anew, set DATA_DIR to an empty folder.`,
  )
  writeFileSync(join(dataDir, 'secret'), 'x')
  expect(refuse).toThrow(`${dataDir} holds the secret and the pictures of an installation`)
})
