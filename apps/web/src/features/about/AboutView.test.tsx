import { checkVersion, getInstallation } from '@parvis/contract/installation.ts'
import { beforeEach, expect, test } from 'vitest'
import { render, renderStandalone, findNamed, noNetwork, expectText, stub } from '#web/testing/render-standalone.tsx'
import { AboutView } from './AboutView.tsx'

renderStandalone('about')

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
])('the about screen describes the version of the app: %s', async (label, more) => {
  stub(checkVersion, version(more))
  await render(<AboutView />)
  await expectText('9.8.7')
  await expectText(label)
})

test('the about screen shows a message when the version check does not reach the server', async () => {
  stub(checkVersion, noNetwork)
  await render(<AboutView />)
  await expectText('The server could not be asked.')
})

test('the about screen links to the terms and to their section about stored data', async () => {
  stub(checkVersion, version())
  await render(<AboutView />)
  const hrefOf = (name: string) => findNamed(name)?.getAttribute('href')
  expect(hrefOf('Terms of service')).toBe('/conditions-generales-utilisation')
  expect(hrefOf('What we keep about you')).toBe('/conditions-generales-utilisation#data')
})
