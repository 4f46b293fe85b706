// @vitest-environment node
import type { Notification } from '@parvis/contract/notifications.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveConnection } from '#web/kernel/live/live.ts'
import { notificationsIn, unreadCountIn, type NotificationsData } from './notifications.cache.ts'
import { listenToNotifications } from './notifications.live.ts'
import { notificationKeys } from './notifications.queries.ts'
import { unreadCounter } from './unread-count.ts'

const notice = (id: string, more: Partial<Notification> = {}) =>
  ({ _id: id, kind: 'message', conversationId: `of ${id}`, actors: [], count: 1, read: false, ...more }) as Notification

let client: QueryClient
let stop: () => void
let invalidate: ReturnType<typeof vi.spyOn>
const listeners = new Map<string, (data: never) => void>()
const receive = (event: string, data: object) => listeners.get(event)!(data as never)
const list = () => client.getQueryData<NotificationsData>(notificationKeys.list())!
const readStates = () => notificationsIn(list()).map(({ _id, read }) => [_id, read])

beforeEach(() => {
  client = new QueryClient()
  invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue()
  const live = {
    on: (event: string, listener: (data: never) => void) => {
      listeners.set(event, listener)
      return () => {}
    },
  } as unknown as LiveConnection
  stop = listenToNotifications(client, live, () => true)
  const docs = [notice('3'), notice('2'), notice('1', { read: true })]
  const page = { docs, page: 1, hasNextPage: false, nextPage: null, cursor: null, notRead: 2 }
  client.setQueryData<NotificationsData>(notificationKeys.list(), { pages: [page], pageParams: [] })
})
afterEach(() => stop())

test('an event from another device marks the given notification and all older ones as read', () => {
  receive('notification.read', { upTo: '2' })
  expect([readStates(), unreadCountIn(list())]).toEqual([
    [
      ['3', false],
      ['2', true],
      ['1', true],
    ],
    1,
  ])
  receive('notification.read', { upTo: '3' })
  expect(unreadCountIn(list())).toBe(0)
})

test('an event marks single notifications as read, and refetches the list if one of them is unknown', () => {
  receive('notification.read', { ids: ['3'] })
  expect([readStates()[0], unreadCountIn(list())]).toEqual([['3', true], 1])
  // An event that is received twice counts once.
  receive('notification.read', { ids: ['3'] })
  expect(unreadCountIn(list())).toBe(1)
  expect(invalidate).not.toHaveBeenCalled()
  receive('notification.read', { ids: ['0'] })
  expect(invalidate).toHaveBeenCalledOnce()
})

test('a new message moves the notification of its conversation to the top, and the conversation is counted as unread once', () => {
  receive('notification.created', notice('4', { conversationId: 'of 2', count: 5 }))
  expect(readStates().map(([id]) => id)).toEqual(['4', '3', '1'])
  expect(unreadCountIn(list())).toBe(2)
  receive('notification.created', notice('5', { conversationId: 'of 1' }))
  expect(unreadCountIn(list())).toBe(3)
})

test('the badge of the app icon shows the count of the bell, and is cleared once all is read', () => {
  const onIcon: number[] = []
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void onIcon.push(count),
    clearAppBadge: async () => void onIcon.push(0),
  })
  receive('notification.created', notice('4'))
  expect(onIcon.at(-1)).toBe(3)
  receive('notification.read', { upTo: '4' })
  expect(onIcon.at(-1)).toBe(0)
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name)
})

test('the bell counts merged newcomers as one, and adds the number of notifications that are not loaded', () => {
  const newcomer = (id: string) => notice(id, { kind: 'welcome', communityId: 'home', event: { _id: id } as never })
  for (const id of ['4', '5', '6']) receive('notification.created', newcomer(id))
  expect([unreadCountIn(list()), unreadCounter.get()]).toEqual([5, 3])
  const [page] = list().pages
  client.setQueryData<NotificationsData>(notificationKeys.list(), { pages: [{ ...page!, notRead: 9 }], pageParams: [] })
  expect(unreadCounter.get()).toBe(7)
})

test('the event `notification.changed` refetches the list', () => {
  receive('notification.changed', {})
  expect(invalidate).toHaveBeenCalledOnce()
})

test('the notifications about a deleted post are removed', () => {
  receive(
    'notification.created',
    notice('4', { kind: 'answer', conversationId: undefined, event: { _id: 'post' } as never }),
  )
  receive('event.deleted', { _id: 'post' })
  expect(readStates().map(([id]) => id)).toEqual(['3', '2', '1'])
  expect(unreadCountIn(list())).toBe(2)
})
