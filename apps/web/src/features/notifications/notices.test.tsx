import {
  getNotificationSwitches,
  getQuietHours,
  listNotifications,
  type Notification,
  readNotifications,
  setNotificationSwitches,
} from '@parvis/contract/notifications.ts'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  findAxeViolations,
  bodies,
  calls,
  render,
  renderStandalone,
  withFrame,
  findNamed,
  press,
  refusal,
  expectText,
  stub,
  tap,
  waitUntil,
} from '#web/testing/render-standalone.tsx'
import { NotificationsView } from './NotificationsView.tsx'
import { NotificationSwitches } from './NotificationSwitches.tsx'

renderStandalone('notifications')

const place = (communityId: string, customUri: string, name: string) => ({
  communityId,
  customUri,
  name,
  logoUri: null,
})
const home = place('home', 'les-tilleuls', 'Les Tilleuls')
const camping = place('camping', 'camping-des-pins', 'Camping des Pins')
const goTo = vi.fn()
const places = { here: home, timezone: 'UTC', of: (id: string) => (id === 'home' ? home : camping), goTo }

const someone = (firstname: string) => ({ _id: firstname, firstname, pseudo: firstname, photoUri: null })
const about = (title: string) => ({ _id: 'e1', title, lang: { en: {} }, groupId: 'activity', template: null })
const notice = (_id: string, more: object) =>
  ({
    _id,
    kind: 'answer',
    communityId: 'home',
    actors: [someone('Zoé')],
    count: 1,
    date: new Date().toISOString(),
    read: true,
    ...more,
  }) as unknown as Notification
const page = (...docs: Notification[]) => ({
  docs,
  page: 1,
  hasNextPage: false,
  nextPage: null,
  cursor: null,
  notRead: docs.filter(({ read }) => !read).length,
})

beforeEach(() => {
  goTo.mockClear()
  stub(getQuietHours, {})
  stub(listNotifications, page())
  stub(readNotifications, () => ({ notRead: 0 }))
})
const open = () => render(withFrame(<NotificationsView places={places} />))
const links = () => [...document.querySelectorAll('main li a')].map(one => one.getAttribute('href'))

describe('the list of notifications', () => {
  test('offers a retry when loading failed, and shows a text when there are no notifications', async () => {
    stub(listNotifications, () => refusal('unexpectederror'))
    await open()
    await expectText('did not load')
    expect(await findAxeViolations()).toEqual([])
    stub(listNotifications, page())
    await press('Try again')
    await waitUntil(() => document.body.textContent.includes('Nothing yet'))
    expect(document.querySelector('main a[href="/les-tilleuls/parametres"]')).not.toBeNull()
    expect(findNamed('Mark all read')).toBeUndefined()
  })

  test('highlights unread notifications, can show only these, and marks all as read', async () => {
    stub(
      listNotifications,
      page(
        notice('n2', { event: about('Apéro'), read: false }),
        notice('n1', { event: { ...about('Lecture'), _id: 'e2' } }),
      ),
    )
    await open()
    await expectText('Apéro')
    expect(document.querySelectorAll('[aria-label=unread]')).toHaveLength(1)
    expect([...document.querySelectorAll('h2')].map(one => one.textContent)).toContain('New')
    await tap('Unread 1')
    expect(document.querySelectorAll('main li')).toHaveLength(1)
    await tap('Mark all read')
    await waitUntil(() => document.querySelectorAll('main li').length === 0)
    expect(bodies).toEqual([{ upTo: 'n2' }])
    await press('See all')
    expect(document.querySelectorAll('main li')).toHaveLength(2)
  })

  test('shows notifications as unread again when marking them as read failed', async () => {
    const unread = () => document.querySelectorAll('[aria-label=unread]').length
    const answer = Promise.withResolvers<Response>()
    stub(listNotifications, page(notice('n1', { event: about('Apéro'), read: false })))
    stub(readNotifications, () => answer.promise)
    await open()
    await expectText('Apéro')
    await tap('Mark all read')
    await waitUntil(() => unread() === 0)
    expect(unread()).toBe(0)
    answer.resolve(refusal('unexpectederror'))
    await waitUntil(() => unread() === 1)
    expect(unread()).toBe(1)
  })

  test('links each row to its subject', async () => {
    const deal = (_id: string) => ({ _id, title: 'Pain du matin', lang: { en: {} } })
    stub(
      listNotifications,
      page(
        notice('n1', { kind: 'message', conversationId: 'c', with: 'ana', quote: 'Pour demain', count: 2 }),
        notice('n2', { kind: 'message', conversationId: 'd', quote: 'J’ai le pain', event: about('Apéro') }),
        notice('n3', { event: about('Apéro') }),
        notice('n4', { kind: 'welcome', event: about('Welcome'), actors: [someone('Awa')] }),
        notice('n5', { kind: 'welcome', event: about('Welcome'), actors: [someone('Oumar')] }),
        notice('n6', { kind: 'approval', approval: { state: 'waiting', deal: null } }),
        notice('n7', { kind: 'approval', actors: [], approval: { state: 'approved', deal: deal('d1') } }),
        notice('n8', { kind: 'approval', actors: [], approval: { state: 'refused', deal: deal('d2') } }),
      ),
    )
    await open()
    await expectText('Pour demain')
    expect(links()).toEqual([
      '/les-tilleuls/mes-conversations/ana',
      '/les-tilleuls/conversations-de-groupe/e1',
      '/les-tilleuls/actualites/publication?id=e1',
      '/les-tilleuls/actualites?filter=welcome',
      '/les-tilleuls/gestion',
      '/les-tilleuls/annonce?id=d1',
      '/les-tilleuls/vie-locale/edition?id=d2',
    ])
    expect(document.querySelectorAll('main q')).toHaveLength(2)
    expect(await findAxeViolations()).toEqual([])
  })

  test('names the community of a notification from another community, and switches to that community when the notification is opened', async () => {
    stub(listNotifications, page(notice('n1', { communityId: 'camping', event: about('Tournoi') })))
    await open()
    await expectText('Camping des Pins')
    await tap(document.querySelector('main li a')!.textContent)
    expect(goTo).toHaveBeenCalledExactlyOnceWith(camping, '/camping-des-pins/actualites/publication?id=e1')
  })
})

describe('quiet hours', () => {
  const day = (hours: number) => `${String((new Date().getUTCHours() + hours + 24) % 24).padStart(2, '0')}:00`

  test('are shown as a notice with their end and a link to the setting', async () => {
    stub(getQuietHours, { from: day(-1), until: day(4) })
    await open()
    await expectText('nothing rings')
    expect(await findAxeViolations()).toEqual([])
    expect(findNamed('Change')?.getAttribute('href')).toBe('/les-tilleuls/parametres')
  })

  test('show no notice at other times', async () => {
    stub(getQuietHours, { from: day(6), until: day(12) })
    await open()
    await waitUntil(() => calls.includes('GET /notifications/quiet-hours'))
    await expectText('Nothing yet')
    expect(document.body.textContent).not.toContain('nothing rings')
  })
})

describe('the switches for kinds of notifications', () => {
  const all = { answer: true, message: true, welcome: true, approval: true }

  test('change independently of each other, and return to their former state when the server refuses a change', async () => {
    stub(getNotificationSwitches, all)
    stub(setNotificationSwitches, ({ body }) => ({ ...all, ...(body as object) }))
    await render(<NotificationSwitches {...{ role: 'neighbor' }} />)
    await waitUntil(() => document.querySelectorAll('[role=switch]').length > 0)
    const kinds = () => [...document.querySelectorAll<HTMLInputElement>('[role=switch]')]
    expect(kinds()).toHaveLength(3)
    stub(getNotificationSwitches, { ...all, message: false })
    const isOn = (one: HTMLInputElement) => one.checked ?? one.ariaChecked === 'true'
    await act(async () => kinds()[1]!.click())
    await waitUntil(() => !isOn(kinds()[1]!))
    expect(bodies).toEqual([{ message: false }])
    stub(setNotificationSwitches, () => refusal('toomanyrequests'))
    await act(async () => kinds()[0]!.click())
    await waitUntil(() => isOn(kinds()[0]!))
    expect(kinds().map(isOn)).toEqual([true, false, true])
  })

  test('include approvals only for the team and for advertisers', async () => {
    stub(getNotificationSwitches, all)
    await render(<NotificationSwitches {...{ role: 'advertiser' }} />)
    await waitUntil(() => document.querySelectorAll('[role=switch]').length > 0)
    expect(document.querySelectorAll('[role=switch]')).toHaveLength(4)
  })
})
