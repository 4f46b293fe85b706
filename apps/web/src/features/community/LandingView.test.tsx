import type { Community } from '@parvis/contract/community.ts'
import { expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { render, renderStandalone, expectText, clearPage } from '#web/testing/render-standalone.tsx'
import { findControl } from '#web/testing/fields.ts'
import { LandingView } from './LandingView.tsx'

renderStandalone('community')

const pins = {
  _id: 'pins',
  name: 'Camping des Pins',
  customUri: 'camping-des-pins',
  communitytype: 'Camping',
  defaultLang: 'fr',
  description: null,
  lang: { en: { description: null } },
  slides: [],
  membersCount: null,
  gooddeal: false,
  isPrivate: false,
} as unknown as Community

test('the landing page explains that accounts are by invitation where registration is closed', async () => {
  await render(<LandingView community={pins} isRegistrationOpen={false} next="/camping-des-pins/actualites" />)
  await expectText('Your account comes with your stay')
  expect(findControl(t('community.landing.login'))!.getAttribute('href')).toBe(
    '/camping-des-pins/connexion?next=%2Fcamping-des-pins%2Factualites',
  )
})

test('the landing page links to registration where registration is open, and not to deals where deals are turned off', async () => {
  await render(<LandingView community={{ ...pins, communitytype: 'Neighborhood' }} isRegistrationOpen />)
  expect(findControl(t('community.landing.join', { name: 'Camping des Pins' }))!.getAttribute('href')).toBe(
    '/camping-des-pins/connexion?register=true',
  )
  expect(findControl(t('community.landing.deals'))).toBeUndefined()
})

test('the landing page links to every screen that a visitor may open', async () => {
  const hrefs = () => [...document.querySelectorAll('main a')].map(one => one.getAttribute('href'))
  await render(
    <LandingView community={{ ...pins, communitytype: 'Neighborhood', gooddeal: true }} isRegistrationOpen next="/x" />,
  )
  expect(hrefs()).toEqual([
    '/camping-des-pins/connexion?next=%2Fx&register=true',
    '/camping-des-pins/connexion?next=%2Fx',
    '/scanner',
    '/camping-des-pins/informations',
    '/camping-des-pins/vie-locale',
  ])
  await clearPage()
  // A private community has no public screens besides the landing page.
  await render(
    <LandingView community={{ ...pins, isPrivate: true }} isRegistrationOpen={false} aboveLogIn={<p>Back home</p>} />,
  )
  expect(hrefs()).toEqual(['/camping-des-pins/connexion', '/scanner'])
  expect(document.querySelector('main')!.textContent).toContain('Back home')
})
