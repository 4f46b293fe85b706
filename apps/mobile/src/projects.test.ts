import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceIn } from './edit.ts'
import { differences, makeProjects, takeOver } from './projects.ts'
import { readServer } from './server.ts'

const mobile = dirname(import.meta.dirname)
// as deep below the packages as the projects themselves
const anew = join(mobile, '../../.cache', `mobile-test-${process.pid}`)
beforeAll(() => makeProjects(anew), 120_000)
afterAll(() => rmSync(anew, { recursive: true, force: true }))

test('what is committed is what the templates and our changes make', async () => {
  expect(await differences(anew, mobile)).toEqual([])
})

test('a change by hand, a file too many and a missing one are found, and put right', async () => {
  const other = `${anew}-other`
  await takeOver(anew, other)
  expect(await differences(anew, other)).toEqual([])
  const manifest = 'android/app/src/main/AndroidManifest.xml'
  const written = readFileSync(join(other, manifest), 'utf8')
  writeFileSync(join(other, manifest), written.replace('allowBackup="false"', 'allowBackup="true"'))
  writeFileSync(join(other, 'ios/App/App/Extra.swift'), '')
  rmSync(join(other, 'ios/App/App/App.entitlements'))
  const icon = 'android/app/src/main/res/mipmap-mdpi/ic_launcher.png'
  await sharp(join(other, icon)).negate({ alpha: false }).toFile(`${other}/negative.png`)
  writeFileSync(join(other, icon), readFileSync(`${other}/negative.png`))
  const found = [icon, manifest, 'ios/App/App/App.entitlements', 'ios/App/App/Extra.swift'].sort()
  expect(await differences(anew, other)).toEqual(found)
  expect(await takeOver(anew, other)).toEqual(found)
  expect(await differences(anew, other)).toEqual([])
  rmSync(other, { recursive: true })
})

test('what whoever builds the app has given it is no change, and stays', async () => {
  const other = `${anew}-given`
  await takeOver(anew, other)
  writeFileSync(join(other, 'android/app/google-services.json'), '{}')
  expect(await differences(anew, other)).toEqual([])
  expect(await takeOver(anew, other)).toEqual([])
  expect(readFileSync(join(other, 'android/app/google-services.json'), 'utf8')).toBe('{}')
  rmSync(other, { recursive: true })
})

test('a template that is written otherwise than our changes know stops them', () => {
  expect(replaceIn('a b', 'a', 'c')).toBe('c b')
  expect(() => replaceIn('a a', 'a', 'c')).toThrow('2 times, not 1')
  expect(() => replaceIn('b', 'a', 'c')).toThrow('0 times, not 1')
})

test('an app is built for a server that phones can reach', () => {
  expect(readServer({ SERVER: 'https://parvis.example.org' }).origin).toBe('https://parvis.example.org')
  for (const SERVER of [undefined, '', 'parvis.example.org', 'http://parvis.example.org', 'https://example.org/parvis'])
    expect(() => readServer({ SERVER })).toThrow('SERVER=https://')
})
