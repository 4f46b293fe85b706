import { expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { render, renderStandalone, press, expectText } from '#web/testing/render-standalone.tsx'
import { SharedPlaceDialog } from './PlaceDialog.tsx'

// The test DOM has no WebGL, which the map needs.
vi.mock('#web/ui/map/MapPane.tsx', () => ({ MapPane: () => null }))

renderStandalone('chat')

test('the route to a shared location opens in a map app that the viewer chooses', async () => {
  await render(<SharedPlaceDialog point={{ type: 'Point', coordinates: [6.129, 45.899] }} onClose={() => {}} />)
  expect(document.querySelector('a[href*="maps"]')).toBeNull()
  await press(t('messageacts.place.route'))
  await expectText('To the shared place')
  const maps = [...document.querySelectorAll('a')].find(link => link.textContent === t('map.route.maps'))
  expect(maps?.getAttribute('href')).toContain('destination=45.899,6.129')
})
