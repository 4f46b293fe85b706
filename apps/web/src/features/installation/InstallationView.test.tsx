import { expect, test } from 'vitest'
import { draw, drawAlone, framed } from '#web/testing/draw-alone.tsx'
import { InstallationView } from './InstallationView.tsx'

drawAlone('installation')

test('links to the audit log and back to the management of the community', async () => {
  await draw(framed(<InstallationView home={{ customUri: 'les-tilleuls' }} />))
  const leadsTo = (selector: string) => document.querySelector(selector)?.getAttribute('href')
  expect(leadsTo('nav li a')).toBe('/gestion/journal')
  expect(leadsTo('a[aria-label="Back"]')).toBe('/les-tilleuls/gestion')
})
