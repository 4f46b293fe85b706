import { changeLanguage } from '@parvis/contract/membership.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import {
  bodies,
  render,
  renderStandalone,
  press,
  refusal,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { findControl } from '#web/testing/fields.ts'
import { SettingsLinks } from './SettingsLinks.tsx'
import { AppearanceSettings } from './AppearanceSettings.tsx'
import { MyCommunities } from './MyCommunities.tsx'

renderStandalone('settings', 'session')

describe('the language setting', () => {
  afterEach(async () => {
    await setLanguage('en')
    localStorage.clear()
  })

  test('is also saved on the server, for mails', async () => {
    await loadTexts('settings', 'session')
    stub(changeLanguage, ({ body }) => body as never)
    await render(<AppearanceSettings />)
    await press(t('common.language.fr'))
    await waitUntil(() => bodies.length > 0)
    expect(bodies).toEqual([{ lang: 'fr' }])
    await expectText('Appareil')
    await press(t('common.language.en'))
    await waitUntil(() => bodies.length > 1)
    expect(bodies[1]).toEqual({ lang: 'en' })
  })

  test('explains that it could not be saved', async () => {
    stub(changeLanguage, () => refusal('unexpectederror'))
    await render(<AppearanceSettings />)
    await press(t('common.language.fr'))
    await waitUntil(() => shownToasts().some(({ text }) => text === t('settings.notsaved')))
    expect(shownToasts().map(({ text }) => text)).toContain(t('settings.notsaved'))
  })
})

describe('the list of one’s communities', () => {
  const of = (communityId: string, name: string) =>
    ({ communityId, userId: `in-${communityId}`, name, logoUri: null, role: 'neighbor' }) as never
  const there = of('pins', 'Camping des Pins')
  const here = of('tilleuls', 'Les Tilleuls')
  const open = (memberships: never[], onSwitch = vi.fn()) =>
    render(<MyCommunities memberships={memberships} communityId="tilleuls" switchingTo={null} onSwitch={onSwitch} />)

  test('shows the current community first, and opens another one', async () => {
    const onSwitch = vi.fn()
    await open([there, here], onSwitch)
    const rows = [...document.querySelectorAll('li')].map(one => one.textContent)
    expect(rows[0]).toContain('Les Tilleuls')
    expect(rows[0]).toContain(t('settings.communities.here'))
    findControl(t('settings.communities.open.of', { name: 'Camping des Pins' }))!.click()
    expect(onSwitch).toHaveBeenCalledWith(there)
  })

  test('is not shown when there is only one community', async () => {
    await open([here])
    expect(document.querySelector('li')).toBeNull()
  })
})

describe('the links at the end of the settings', () => {
  const open = (customUri: string | null) =>
    render(<SettingsLinks customUri={customUri} rulesUri="les-tilleuls" isLoggingOut={false} onLogOut={() => {}} />)
  const hrefs = () => [...document.querySelectorAll('a')].map(one => one.getAttribute('href'))

  test('lead to the about screen, the rules, the terms and the section to leave or to delete the account', async () => {
    await open('les-tilleuls')
    expect(hrefs()).toEqual([
      '/a-propos',
      '/les-tilleuls/regles',
      '/conditions-generales-utilisation',
      '/les-tilleuls/mon-profil#leaving',
    ])
    expect(document.body.textContent).toContain(t('session.menu.logout'))
  })

  test('contain no link to a profile for a guest', async () => {
    await open(null)
    expect(hrefs()).toHaveLength(3)
  })
})
