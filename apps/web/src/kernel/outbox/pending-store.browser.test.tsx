import { clear, createStore, set } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'
import type { PendingItem } from './pending.ts'
import { clearPending } from './clear-pending.ts'
import { deletePending, findPending, findPendingOfOthers, savePending, type SavedItem } from './pending-store.ts'

const database = createStore('parvis-unsent', 'waiting')
const evict = () => clear(database)

const [ME, OTHER] = ['me', 'other']
const makeItem = (id: string, more: Partial<PendingItem<'report'>> = {}): PendingItem<'report'> => ({
  kind: 'report',
  id,
  place: 'team',
  payload: { kind: 'post', id },
  me: ME,
  date: '2026-06-01T12:00:00.000Z',
  seq: 1,
  ...more,
})
const found = async (me = ME) => (await findPending(me))!.waiting.map(({ id, seq }) => [id, seq])

beforeEach(evict)

test('a later item receives a higher sequence number, even with an earlier date or from another member', async () => {
  await savePending(makeItem('a'), true)
  await savePending(makeItem('b', { date: '2026-06-01T11:00:00.000Z', me: OTHER }), true)
  expect(await savePending(makeItem('c', { date: '2026-05-01T12:00:00.000Z' }), true)).toMatchObject({ seq: 3 })
  expect(await found()).toEqual([
    ['a', 1],
    ['c', 3],
  ])
})

test('a changed item retains its sequence number, and an item that is written again receives the next number', async () => {
  for (const id of ['a', 'b']) await savePending(makeItem(id), true)
  await savePending(makeItem('a', { refused: { key: 'forbidden' } }), true)
  expect(await found()).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  await savePending(makeItem('a', { date: '2026-06-01T12:00:01.000Z' }), true)
  expect(await found()).toEqual([
    ['b', 2],
    ['a', 3],
  ])
})

test('items that two tabs write concurrently receive different sequence numbers', async () => {
  const saved = await Promise.all(['a', 'b', 'c'].map(id => savePending(makeItem(id), true)))
  expect(saved.map(one => (one as SavedItem).seq)).toEqual([1, 2, 3])
})

test('the store receives a new name after an eviction, but not after its items are sent or deleted', async () => {
  const { store: first } = (await savePending(makeItem('a'), true)) as SavedItem
  await deletePending(makeItem('a'))
  expect(await findPending(ME)).toEqual({ store: first, waiting: [] })
  await savePending(makeItem('a'), true)
  await savePending(makeItem('b', { me: OTHER }), true)
  await clearPending(OTHER)
  expect(await found(OTHER)).toEqual([['b', 2]])
  await clearPending()
  expect(await findPending(ME)).toEqual({ store: first, waiting: [] })
  await evict()
  const { store: second } = (await findPending(ME))!
  expect(second).not.toBe(first)
  expect(await savePending(makeItem('a', { seq: 7 }), false)).toEqual({ store: second, seq: 7 })
})

test('items without a sequence number, stored by an older version of the app, come first', async () => {
  const { seq: _, ...old } = makeItem('old')
  await set(`${ME} old`, old, database)
  await savePending(makeItem('a'), true)
  expect(await found()).toEqual([
    ['old', 0],
    ['a', 1],
  ])
})

test('an item that was cancelled or rewritten in another tab is not stored again', async () => {
  const { store } = (await savePending(makeItem('a'), true)) as SavedItem
  await deletePending(makeItem('a'))
  expect(await savePending(makeItem('a', { refused: { key: 'forbidden' } }), false, store)).toBe('gone')
  await savePending(makeItem('a', { date: '2026-06-01T13:00:00.000Z' }), true)
  expect(await savePending(makeItem('a', { refused: { key: 'forbidden' } }), false, store)).toBe('gone')
  expect((await findPending(ME))!.waiting).toMatchObject([{ id: 'a', date: '2026-06-01T13:00:00.000Z' }])
})

test('findPendingOfOthers returns the items that other users have left on the device', async () => {
  await savePending(makeItem('a'), true)
  expect(await findPendingOfOthers(ME)).toEqual([])
  await savePending(makeItem('b', { me: OTHER }), true)
  await savePending(makeItem('c', { me: OTHER }), true)
  expect((await findPendingOfOthers(ME)).map(({ id }) => id)).toEqual(['b', 'c'])
  expect((await findPendingOfOthers(null)).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
