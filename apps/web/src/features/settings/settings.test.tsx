import { changeLanguage } from '@parvis/contract/session.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import { bodies, draw, drawAlone, press, refusal, shows, stub, until } from '#web/testing/draw-alone.tsx'
import { called } from '#web/testing/fields.ts'
import { LastWays } from './LastWays.tsx'
import { LookSettings } from './LookSettings.tsx'
import { MyCommunities } from './MyCommunities.tsx'

drawAlone('settings', 'session')

describe('the language', () => {
  afterEach(async () => {
    await setLanguage('en')
    localStorage.clear()
  })

  test('is saved for mails too', async () => {
    await loadTexts('settings', 'session')
    stub(changeLanguage, ({ body }) => body as never)
    await draw(<LookSettings />)
    await press(t('common.language.fr'))
    await until(() => bodies.length > 0)
    expect(bodies).toEqual([{ lang: 'fr' }])
    await shows('Appareil')
    await press(t('common.language.en'))
    await until(() => bodies.length > 1)
    expect(bodies[1]).toEqual({ lang: 'en' })
  })

  test('explains that it could not be saved', async () => {
    stub(changeLanguage, () => refusal('unexpectederror'))
    await draw(<LookSettings />)
    await press(t('common.language.fr'))
    await until(() => shownToasts().some(({ text }) => text === t('settings.notsaved')))
    expect(shownToasts().map(({ text }) => text)).toContain(t('settings.notsaved'))
  })
})

describe('one’s communities', () => {
  const of = (communityId: string, name: string) =>
    ({ communityId, userId: `in-${communityId}`, name, logoUri: null, role: 'neighbor' }) as never
  const there = of('pins', 'Camping des Pins')
  const here = of('tilleuls', 'Les Tilleuls')
  const open = (memberships: never[], opened = vi.fn()) =>
    draw(<MyCommunities memberships={memberships} communityId="tilleuls" goingTo={null} onSwitch={opened} />)

  test('are listed with the current one first, and can be opened', async () => {
    const opened = vi.fn()
    await open([there, here], opened)
    const rows = [...document.querySelectorAll('li')].map(one => one.textContent)
    expect(rows[0]).toContain('Les Tilleuls')
    expect(rows[0]).toContain(t('settings.communities.here'))
    called(t('settings.communities.open.of', { name: 'Camping des Pins' }))!.click()
    expect(opened).toHaveBeenCalledWith(there)
  })

  test('are not listed when there is only one', async () => {
    await open([here])
    expect(document.querySelector('li')).toBeNull()
  })
})

describe('the links at the end of the settings', () => {
  const open = (customUri: string | null) =>
    draw(<LastWays customUri={customUri} rulesOf="les-tilleuls" leaving={false} onLogOut={() => {}} />)
  const led = () => [...document.querySelectorAll('a')].map(one => one.getAttribute('href'))

  test('lead to about, the rules, the terms and the actions to leave for good', async () => {
    await open('les-tilleuls')
    expect(led()).toEqual([
      '/a-propos',
      '/les-tilleuls/regles',
      '/conditions-generales-utilisation',
      '/les-tilleuls/mon-profil#leaving',
    ])
    expect(document.body.textContent).toContain(t('session.menu.logout'))
  })

  test('lead a guest to no profile', async () => {
    await open(null)
    expect(led()).toHaveLength(3)
  })
})
