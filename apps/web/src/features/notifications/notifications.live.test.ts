// @vitest-environment node
import type { Notification } from '@parvis/contract/notifications.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Live } from '#web/kernel/live/live.ts'
import { notificationsIn, notReadIn, type Told } from './notifications.cache.ts'
import { listenToNotifications } from './notifications.live.ts'
import { notificationKeys } from './notifications.queries.ts'
import { unreadCounter } from './unread-count.ts'

const told = (id: string, more: Partial<Notification> = {}) =>
  ({ _id: id, kind: 'message', conversationId: `of ${id}`, actors: [], count: 1, read: false, ...more }) as Notification

let client: QueryClient
let stop: () => void
let asked: ReturnType<typeof vi.spyOn>
const heard = new Map<string, (data: never) => void>()
const say = (event: string, data: object) => heard.get(event)!(data as never)
const list = () => client.getQueryData<Told>(notificationKeys.list())!
const readOf = () => notificationsIn(list()).map(({ _id, read }) => [_id, read])

beforeEach(() => {
  client = new QueryClient()
  asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const live = {
    on: (event: string, listener: (data: never) => void) => {
      heard.set(event, listener)
      return () => {}
    },
  } as unknown as Live
  stop = listenToNotifications(client, live, () => true)
  const docs = [told('3'), told('2'), told('1', { read: true })]
  const page = { docs, page: 1, hasNextPage: false, nextPage: null, cursor: null, notRead: 2 }
  client.setQueryData<Told>(notificationKeys.list(), { pages: [page], pageParams: [] })
})
afterEach(() => stop())

test('marks as read what another device read, up to the given one', () => {
  say('notification.read', { upTo: '2' })
  expect([readOf(), notReadIn(list())]).toEqual([
    [
      ['3', false],
      ['2', true],
      ['1', true],
    ],
    1,
  ])
  say('notification.read', { upTo: '3' })
  expect(notReadIn(list())).toBe(0)
})

test('marks single ones as read, and refetches when one of them is unknown', () => {
  say('notification.read', { ids: ['3'] })
  expect([readOf()[0], notReadIn(list())]).toEqual([['3', true], 1])
  // A repeated event counts once.
  say('notification.read', { ids: ['3'] })
  expect(notReadIn(list())).toBe(1)
  expect(asked).not.toHaveBeenCalled()
  say('notification.read', { ids: ['0'] })
  expect(asked).toHaveBeenCalledOnce()
})

test('moves a continued conversation to the top, once', () => {
  say('notification.created', told('4', { conversationId: 'of 2', count: 5 }))
  expect(readOf().map(([id]) => id)).toEqual(['4', '3', '1'])
  expect(notReadIn(list())).toBe(2)
  say('notification.created', told('5', { conversationId: 'of 1' }))
  expect(notReadIn(list())).toBe(3)
})

test('shows the count of the bell on the app icon, and clears it once all is read', () => {
  const onIcon: number[] = []
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void onIcon.push(count),
    clearAppBadge: async () => void onIcon.push(0),
  })
  say('notification.created', told('4'))
  expect(onIcon.at(-1)).toBe(3)
  say('notification.read', { upTo: '4' })
  expect(onIcon.at(-1)).toBe(0)
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
})

test('counts merged newcomers once, and notifications that are not loaded one by one', () => {
  const come = (id: string) => told(id, { kind: 'welcome', communityId: 'home', event: { _id: id } as never })
  for (const id of ['4', '5', '6']) say('notification.created', come(id))
  expect([notReadIn(list()), unreadCounter.count()]).toEqual([5, 3])
  const [page] = list().pages
  client.setQueryData<Told>(notificationKeys.list(), { pages: [{ ...page!, notRead: 9 }], pageParams: [] })
  expect(unreadCounter.count()).toBe(7)
})

test('refetches the list when it has changed', () => {
  say('notification.changed', {})
  expect(asked).toHaveBeenCalledOnce()
})

test('removes the notifications about a deleted post', () => {
  say('notification.created', told('4', { kind: 'answer', conversationId: undefined, event: { _id: 'post' } as never }))
  say('event.deleted', { _id: 'post' })
  expect(readOf().map(([id]) => id)).toEqual(['3', '2', '1'])
  expect(notReadIn(list())).toBe(2)
})
