import { expect, test } from 'vitest'
import { render, renderStandalone, withFrame } from '#web/testing/render-standalone.tsx'
import { InstallationView } from './InstallationView.tsx'

renderStandalone('installation')

test('the installation screen links to the audit log and back to the management of the community', async () => {
  await render(withFrame(<InstallationView homeCommunity={{ customUri: 'les-tilleuls' }} />))
  const hrefOf = (selector: string) => document.querySelector(selector)?.getAttribute('href')
  expect(hrefOf('nav li a')).toBe('/gestion/journal')
  expect(hrefOf('a[aria-label="Back"]')).toBe('/les-tilleuls/gestion')
})
