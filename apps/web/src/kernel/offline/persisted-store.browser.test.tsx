import { createStore, keys } from 'idb-keyval'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { store, stored } from '../device/stored.ts'
import {
  clearPersisted,
  openPersisted,
  readPersisted,
  writePersisted,
  writePersistedOnLeave,
} from './persisted-store.ts'

const answer = (data: unknown) => new Map([['h', { key: ['weather'], data, at: 1 }]])
const none = new Map<string, unknown>()
const storedKeys = () => keys<string>(createStore('parvis-seen', 'answers'))

beforeEach(() => store('strategy', 'local'))
afterEach(async () => {
  await clearPersisted()
  localStorage.clear()
})

test('responses are stored for their member, also when they are written while the page is unloading', async () => {
  const data = async () => (await readPersisted())?.answers.map(one => one.data)
  await openPersisted('m1')
  await writePersisted('m1', answer('sun'), none)
  expect(await data()).toEqual(['sun'])
  writePersistedOnLeave('m1', answer('rain'), new Map([['posts', 7]]))
  expect(await data()).toEqual(['rain'])
  expect((await readPersisted())?.others.get('posts')).toBe(7)
})

test.each([
  ['another user has logged in', () => openPersisted('m2'), ['owner']],
  ['the user has logged out in another tab', clearPersisted, []],
  [
    'the user is logging out in another tab',
    async () => {
      const seenBefore = stored('seen')
      store('strategy', null)
      await clearPersisted()
      store('seen', seenBefore)
    },
    [],
  ],
])('neither writePersisted nor writePersistedOnLeave stores anything once %s', async (_, change, remaining) => {
  await openPersisted('m1')
  await change()
  writePersistedOnLeave('m1', answer('sun'), none)
  await writePersisted('m1', answer('sun'), none)
  expect(await storedKeys()).toEqual(remaining)
})
