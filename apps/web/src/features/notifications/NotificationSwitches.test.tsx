import { getNotificationSwitches, setNotificationSwitches } from '@parvis/contract/notifications.ts'
import { act } from 'react'
import { expect, test } from 'vitest'
import { t } from '#web/kernel/text/i18n.ts'
import { shownToasts } from '#web/ui/toasts.ts'
import { render, renderStandalone, refusal, expectText, stub, waitUntil } from '#web/testing/render-standalone.tsx'
import { findControl } from '#web/testing/fields.ts'
import { AlertSettings } from './AlertSettings.tsx'
import { NotificationSwitches } from './NotificationSwitches.tsx'

renderStandalone('notifications')

const viewer = { role: 'neighbor' } as const

test('a notification switch returns to its former state with a message when the change could not be saved', async () => {
  stub(getNotificationSwitches, { answer: true, message: true, welcome: true, approval: true })
  stub(setNotificationSwitches, () => refusal('unexpectederror'))
  await render(<NotificationSwitches {...viewer} />)
  await expectText(t('notifications.switch.message'))
  const messages = () => document.querySelectorAll<HTMLElement>('[role=switch]')[1]!
  const isOn = () => (messages() as HTMLInputElement).checked ?? messages().getAttribute('aria-checked') === 'true'
  expect(isOn()).toBe(true)
  await act(async () => messages().click())
  await waitUntil(() => shownToasts().some(({ text }) => text === t('notifications.notsaved')))
  await waitUntil(isOn)
  expect([isOn(), shownToasts().map(({ text }) => text)]).toEqual([true, [t('notifications.notsaved')]])
})

test('the alert settings explain to a guest how to be notified about posts', async () => {
  const community = { name: 'Les Tilleuls', customUri: 'les-tilleuls' }
  await render(<AlertSettings community={community} canBeNotified={false} isGuest isSuspended={false} />)
  await expectText(t('notifications.alerts.guest'))
  expect(findControl(t('notifications.alerts.guest.action'))!.getAttribute('href')).toBe('/les-tilleuls/connexion')
})
