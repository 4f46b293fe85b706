import { checkVersion, getInstallation } from '@parvis/contract/installation.ts'
import { beforeEach, expect, test } from 'vitest'
import { draw, drawAlone, named, noNetwork, shows, stub } from '#web/testing/draw-alone.tsx'
import { AboutView } from './AboutView.tsx'

drawAlone('about')

beforeEach(() => stub(getInstallation, { publicUrl: null, tilesStyleUrl: null, contactEmail: null, weather: true }))
const version = (more: { needupdate?: boolean; forceupdate?: boolean } = {}) => ({
  serverDateTime: new Date().toISOString(),
  serverVersion: '9.8.7',
  clientVersion: '9.8.7',
  needupdate: false,
  forceupdate: false,
  lang: 'en' as const,
  ...more,
})

test.each([
  ['Up to date', {}],
  ['A newer one is here', { needupdate: true }],
  ['Too old', { needupdate: true, forceupdate: true }],
])('labels a version: %s', async (words, more) => {
  stub(checkVersion, version(more))
  await draw(<AboutView />)
  await shows('9.8.7')
  await shows(words)
})

test('says so when the server cannot be asked for its version', async () => {
  stub(checkVersion, noNetwork)
  await draw(<AboutView />)
  await shows('The server could not be asked.')
})

test('links to the section of the terms about stored data', async () => {
  stub(checkVersion, version())
  await draw(<AboutView />)
  const leadsTo = (name: string) => named(name)?.getAttribute('href')
  expect(leadsTo('Terms of service')).toBe('/conditions-generales-utilisation')
  expect(leadsTo('What we keep about you')).toBe('/conditions-generales-utilisation#data')
})
