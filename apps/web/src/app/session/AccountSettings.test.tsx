import { listBlocked } from '@parvis/contract/blocks.ts'
import { getExport } from '@parvis/contract/leaving.ts'
import { listSessions, logOut, type SessionUser } from '@parvis/contract/session.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import {
  render,
  renderStandalone,
  refetchAll,
  noNetwork,
  press,
  expectText,
  stub,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { AccountSettings } from './AccountSettings.tsx'
import { SettingsLastUpdated } from './SettingsLastUpdated.tsx'

renderStandalone('settings', 'session', 'blocks', 'leaving', 'factor', 'notifications')

const onLeft = vi.fn()
const home = { communityId: 'home', userId: 'me', name: 'Les Tilleuls', logoUri: null, role: 'neighbor' }
const session = (role: 'guest' | 'neighbor') =>
  ({
    _id: 'me',
    role,
    pseudo: 'camille',
    communityId: 'home',
    customUri: 'les-tilleuls',
    memberships: [home],
    abilities: { useSecondFactor: false, editProfile: role !== 'guest' },
  }) as unknown as SessionUser
const now = new Date().toISOString()
beforeEach(() => {
  onLeft.mockClear()
  stub(listSessions, [
    {
      _id: 's1',
      current: true,
      inApp: false,
      browser: 'Firefox',
      system: 'Android',
      kind: 'phone',
      dateAdded: now,
      lastSeen: now,
    },
  ])
  stub(listBlocked, [])
  stub(getExport, null)
  stub(logOut, { _id: 'me' })
})
const renderSettings = (role: 'guest' | 'neighbor') =>
  render(
    <>
      <SettingsLastUpdated />
      <AccountSettings community={home as never} session={session(role)} onLeft={onLeft} />
    </>,
  )
const titles = () => [...document.querySelectorAll('h2')].map(heading => heading.textContent)

test('a guest’s account settings contain this device and log-out, but not blocked people, data export or leaving', async () => {
  await renderSettings('guest')
  await expectText(t('settings.devices.only'))
  for (const title of [t('blocks.list.title'), t('leaving.data')]) expect(titles()).not.toContain(title)
  expect(document.body.textContent).not.toContain(t('settings.leave'))
  await press(t('session.menu.logout'))
  await waitUntil(() => onLeft.mock.calls.length > 0)
  expect(onLeft).toHaveBeenCalledTimes(1)
})

test('the offline notice is shown once for all sections of the account settings', async () => {
  await renderSettings('neighbor')
  await expectText(t('settings.devices.only'))
  await expectText(t('blocks.list.empty'))
  for (const endpoint of [listSessions, listBlocked, getExport]) stub(endpoint as typeof listBlocked, noNetwork)
  await refetchAll()
  await expectText('Offline.')
  expect(document.body.textContent.match(/Offline\./g)).toHaveLength(1)
})
