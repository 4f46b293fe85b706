import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceIn } from './edit-file.ts'
import { findDifferences, makeProjects, syncProjects } from './projects.ts'
import { readServer } from './server.ts'

const mobile = dirname(import.meta.dirname)
// The folder lies at the same depth as the projects, because they refer to plugins by relative path.
const generated = join(mobile, '../../.cache', `mobile-test-${process.pid}`)
beforeAll(() => makeProjects(generated), 120_000)
afterAll(() => rmSync(generated, { recursive: true, force: true }))

test('the committed projects equal what the templates and our changes produce', async () => {
  expect(await findDifferences(generated, mobile)).toEqual([])
})

test('a sync finds and repairs a manual change, an extra file and a missing one', async () => {
  const other = `${generated}-other`
  await syncProjects(generated, other)
  expect(await findDifferences(generated, other)).toEqual([])
  const manifest = 'android/app/src/main/AndroidManifest.xml'
  const original = readFileSync(join(other, manifest), 'utf8')
  writeFileSync(join(other, manifest), original.replace('allowBackup="false"', 'allowBackup="true"'))
  writeFileSync(join(other, 'ios/App/App/Extra.swift'), '')
  rmSync(join(other, 'ios/App/App/App.entitlements'))
  const icon = 'android/app/src/main/res/mipmap-mdpi/ic_launcher.png'
  await sharp(join(other, icon)).negate({ alpha: false }).toFile(`${other}/negative.png`)
  writeFileSync(join(other, icon), readFileSync(`${other}/negative.png`))
  const found = [icon, manifest, 'ios/App/App/App.entitlements', 'ios/App/App/Extra.swift'].sort()
  expect(await findDifferences(generated, other)).toEqual(found)
  expect(await syncProjects(generated, other)).toEqual(found)
  expect(await findDifferences(generated, other)).toEqual([])
  rmSync(other, { recursive: true })
})

test('a sync ignores and keeps files that the builder has supplied', async () => {
  const other = `${generated}-given`
  await syncProjects(generated, other)
  writeFileSync(join(other, 'android/app/google-services.json'), '{}')
  expect(await findDifferences(generated, other)).toEqual([])
  expect(await syncProjects(generated, other)).toEqual([])
  expect(readFileSync(join(other, 'android/app/google-services.json'), 'utf8')).toBe('{}')
  rmSync(other, { recursive: true })
})

test('customizing throws when a template differs from what our changes expect', () => {
  expect(replaceIn('a b', 'a', 'c')).toBe('c b')
  expect(() => replaceIn('a a', 'a', 'c')).toThrow('2 times, not 1')
  expect(() => replaceIn('b', 'a', 'c')).toThrow('0 times, not 1')
})

test('SERVER must be a URL that phones can reach', () => {
  expect(readServer({ SERVER: 'https://parvis.example.org' }).origin).toBe('https://parvis.example.org')
  for (const SERVER of [undefined, '', 'parvis.example.org', 'http://parvis.example.org', 'https://example.org/parvis'])
    expect(() => readServer({ SERVER })).toThrow('SERVER=https://')
})
