import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceIn } from './edit-file.ts'
import { findDifferences, makeProjects, syncProjects } from './projects.ts'
import { readServerUrl } from './server.ts'

const mobile = dirname(import.meta.dirname)
// The folder lies at the same depth as the committed projects, because projects refer to plugins by relative path.
const generated = join(mobile, '../../.cache', `mobile-test-${process.pid}`)
beforeAll(() => makeProjects(generated), 120_000)
afterAll(() => rmSync(generated, { recursive: true, force: true }))

test('the committed projects equal Capacitor’s templates with our changes', async () => {
  expect(await findDifferences(generated, mobile)).toEqual([])
})

test('syncProjects repairs a changed, an extra and a missing file and returns their paths', async () => {
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

test('syncProjects neither returns nor changes files that the builder of the app has supplied', async () => {
  const other = `${generated}-given`
  await syncProjects(generated, other)
  writeFileSync(join(other, 'android/app/google-services.json'), '{}')
  expect(await findDifferences(generated, other)).toEqual([])
  expect(await syncProjects(generated, other)).toEqual([])
  expect(readFileSync(join(other, 'android/app/google-services.json'), 'utf8')).toBe('{}')
  rmSync(other, { recursive: true })
})

test('replaceIn throws when the text to replace does not occur exactly once', () => {
  expect(replaceIn('a b', 'a', 'c')).toBe('c b')
  expect(() => replaceIn('a a', 'a', 'c')).toThrow('2 times, not 1')
  expect(() => replaceIn('b', 'a', 'c')).toThrow('0 times, not 1')
})

test('readServerUrl accepts only an https URL without a path', () => {
  expect(readServerUrl({ SERVER: 'https://parvis.example.org' }).origin).toBe('https://parvis.example.org')
  for (const SERVER of [undefined, '', 'parvis.example.org', 'http://parvis.example.org', 'https://example.org/parvis'])
    expect(() => readServerUrl({ SERVER })).toThrow('SERVER=https://')
})
