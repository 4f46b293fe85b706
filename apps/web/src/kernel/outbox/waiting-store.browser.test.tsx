import { clear, createStore, set } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'
import type { Waiting } from './waiting.ts'
import { forgetWaiting } from './forget-waiting.ts'
import { dropWaiting, findWaiting, findWaitingOfOthers, keepWaiting, type KeptAs } from './waiting-store.ts'

const database = createStore('parvis-unsent', 'waiting')
const empty = () => clear(database)

const [ME, OTHER] = ['me', 'other']
const word = (id: string, more: Partial<Waiting<'report'>> = {}): Waiting<'report'> => ({
  kind: 'report',
  id,
  place: 'team',
  payload: { kind: 'post', id },
  me: ME,
  date: '2026-06-01T12:00:00.000Z',
  seq: 1,
  ...more,
})
const found = async (me = ME) => (await findWaiting(me))!.waiting.map(({ id, seq }) => [id, seq])

beforeEach(empty)

test('gives later items higher numbers, whatever the clock or the member', async () => {
  await keepWaiting(word('a'), true)
  await keepWaiting(word('b', { date: '2026-06-01T11:00:00.000Z', me: OTHER }), true)
  expect(await keepWaiting(word('c', { date: '2026-05-01T12:00:00.000Z' }), true)).toMatchObject({ seq: 3 })
  expect(await found()).toEqual([
    ['a', 1],
    ['c', 3],
  ])
})

test('keeps the number of a changed item, and puts a rewritten one last', async () => {
  for (const id of ['a', 'b']) await keepWaiting(word(id), true)
  await keepWaiting(word('a', { refused: { key: 'forbidden' } }), true)
  expect(await found()).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  await keepWaiting(word('a', { date: '2026-06-01T12:00:01.000Z' }), true)
  expect(await found()).toEqual([
    ['b', 2],
    ['a', 3],
  ])
})

test('gives items written concurrently by two tabs different numbers', async () => {
  const as = await Promise.all(['a', 'b', 'c'].map(id => keepWaiting(word(id), true)))
  expect(as.map(one => (one as KeptAs).seq)).toEqual([1, 2, 3])
})

test('gets a new store name after eviction, but not after its items are sent or deleted', async () => {
  const { store: first } = (await keepWaiting(word('a'), true)) as KeptAs
  await dropWaiting(word('a'))
  expect(await findWaiting(ME)).toEqual({ store: first, waiting: [] })
  await keepWaiting(word('a'), true)
  await keepWaiting(word('b', { me: OTHER }), true)
  await forgetWaiting(OTHER)
  expect(await found(OTHER)).toEqual([['b', 2]])
  await forgetWaiting()
  expect(await findWaiting(ME)).toEqual({ store: first, waiting: [] })
  await empty()
  const { store: second } = (await findWaiting(ME))!
  expect(second).not.toBe(first)
  expect(await keepWaiting(word('a', { seq: 7 }), false)).toEqual({ store: second, seq: 7 })
})

test('puts items of an older version first', async () => {
  const { seq: _, ...old } = word('old')
  await set(`${ME} old`, old, database)
  await keepWaiting(word('a'), true)
  expect(await found()).toEqual([
    ['old', 0],
    ['a', 1],
  ])
})

test('does not store an item again that was cancelled or rewritten in another tab', async () => {
  const { store } = (await keepWaiting(word('a'), true)) as KeptAs
  await dropWaiting(word('a'))
  expect(await keepWaiting(word('a', { refused: { key: 'forbidden' } }), false, store)).toBe('gone')
  await keepWaiting(word('a', { date: '2026-06-01T13:00:00.000Z' }), true)
  expect(await keepWaiting(word('a', { refused: { key: 'forbidden' } }), false, store)).toBe('gone')
  expect((await findWaiting(ME))!.waiting).toMatchObject([{ id: 'a', date: '2026-06-01T13:00:00.000Z' }])
})

test('finds the items that a person has left in other communities', async () => {
  await keepWaiting(word('a'), true)
  expect(await findWaitingOfOthers(ME)).toEqual([])
  await keepWaiting(word('b', { me: OTHER }), true)
  await keepWaiting(word('c', { me: OTHER }), true)
  expect((await findWaitingOfOthers(ME)).map(({ id }) => id)).toEqual(['b', 'c'])
  expect((await findWaitingOfOthers(null)).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
