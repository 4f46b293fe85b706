import { createStore, keys } from 'idb-keyval'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { store, stored } from '../device/stored.ts'
import { forgetKept, openKept, readKept, writeKept, writeKeptLeaving } from './kept-store.ts'

const answer = (data: unknown) => new Map([['h', { key: ['weather'], data, at: 1 }]])
const none = new Map<string, unknown>()
const names = () => keys<string>(createStore('parvis-seen', 'answers'))

beforeEach(() => store('strategy', 'local'))
afterEach(async () => {
  await forgetKept()
  localStorage.clear()
})

test('stores answers for their member, also when written as the page is left', async () => {
  const data = async () => (await readKept())?.answers.map(one => one.data)
  await openKept('m1')
  await writeKept('m1', answer('sun'), none)
  expect(await data()).toEqual(['sun'])
  writeKeptLeaving('m1', answer('rain'), new Map([['posts', 7]]))
  expect(await data()).toEqual(['rain'])
  expect((await readKept())?.others.get('posts')).toBe(7)
})

test.each([
  ['somebody else is here', () => openKept('m2'), ['owner']],
  ['they have signed out in another tab', forgetKept, []],
  [
    'they are just signing out there',
    async () => {
      const mark = stored('seen')
      store('strategy', null)
      await forgetKept()
      store('seen', mark)
    },
    [],
  ],
])('writes nothing as the page is left once %s', async (_, happens, left) => {
  await openKept('m1')
  await happens()
  writeKeptLeaving('m1', answer('sun'), none)
  await writeKept('m1', answer('sun'), none)
  expect(await names()).toEqual(left)
})
