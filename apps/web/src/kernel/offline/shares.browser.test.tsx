import { afterEach, expect, test } from 'vitest'
import { clearPersisted, openPersisted } from './persisted-store.ts'
import {
  clearShares,
  deleteShares,
  withShareLock,
  storeShare,
  MAX_SHARES,
  newShareId,
  readShares,
  type SharedNote,
  UNOWNED_TTL_MS,
  confirmShares,
} from './shares.ts'
import { MEMBER_CACHE, MEMBER_ID_PATH } from './worker-messages.ts'

const SHARED = 'parvis-shared'

afterEach(async () => {
  await clearShares()
  await clearPersisted()
})

const share = async (note: Partial<SharedNote> = {}, ...pictures: File[]) => {
  const id = newShareId()
  const defaults = { owner: null, at: Date.now(), isVouched: false, words: ['Dimanche'], otherFiles: 0 }
  const counts = { pictures: pictures.length, kept: pictures.length }
  await storeShare(id, { ...defaults, ...counts, ...note }, pictures)
  // Ids are ordered by their millisecond.
  // pause: one millisecond passes
  await new Promise(done => setTimeout(done, 2))
  return id
}
const picture = (content: string, type = 'image/png') => new File([content], 'photo', { type })
const readTextsFor = async (userId: string) => (await readShares(userId)).flatMap(({ words }) => words)
const addresses = async () => (await (await caches.open(SHARED)).keys()).map(({ url }) => new URL(url).pathname)

test('the service worker can read the id of the signed-in member from a cache until the member logs out', async () => {
  const readMemberId = async () => (await caches.match(MEMBER_ID_PATH, { cacheName: MEMBER_CACHE }))?.text()
  await openPersisted('u1')
  expect(await readMemberId()).toBe('u1')
  await openPersisted('u2')
  expect(await readMemberId()).toBe('u2')
  await clearPersisted()
  expect(await readMemberId()).toBeUndefined()
})

test('a share is returned to the member who shared it and to nobody else', async () => {
  await share({ owner: 'u1' }, picture('one'), picture('two', 'image/heic'), picture('three', ''))
  expect(await readShares('u2')).toEqual([])
  const [shared] = await readShares('u1')
  expect(shared).toMatchObject({ words: ['Dimanche'], pictures: 3 })
  expect(await Promise.all(shared!.files.map(async file => [file.type, await file.text()]))).toEqual([
    ['image/png', 'one'],
    ['image/heic', 'two'],
    ['image/unknown', 'three'],
  ])
})

test('consecutive shares are returned in order and are deleted separately', async () => {
  const first = await share({ owner: 'u1', words: ['1'] }, picture('one'))
  await share({ owner: 'u2', words: ['2'] })
  const third = await share({ words: ['3'] }, picture('three'))
  await share({ owner: 'u1', words: ['4'] })
  expect(await readTextsFor('u1')).toEqual(['1', '3', '4'])
  const texts = (await readShares('u1')).map(async ({ files }) => Promise.all(files.map(file => file.text())))
  expect(await Promise.all(texts)).toEqual([['one'], ['three'], []])
  await deleteShares([first, third])
  expect(await readTextsFor('u1')).toEqual(['4'])
  expect(await readTextsFor('u2')).toEqual(['2'])
  expect((await addresses()).filter(address => address.includes('photo'))).toEqual([])
})

test('a share that arrives while an earlier one is consumed is stored afterwards and not deleted with it', async () => {
  const first = await share({ owner: 'u1', words: ['1'] })
  let second: Promise<string>
  await withShareLock(async () => {
    expect(await readTextsFor('u1')).toEqual(['1'])
    second = share({ owner: 'u1', words: ['2'] }, picture('two'))
    // pause: nothing may arrive while the lock is held
    await new Promise(done => setTimeout(done, 100))
    expect(await readTextsFor('u1')).toEqual(['1'])
    await deleteShares([first])
  })
  await second!
  expect(await readShares('u1')).toMatchObject([{ words: ['2'], files: [expect.any(File)] }])
})

test('five concurrent shares are stored without overwriting each other', async () => {
  const stored = ['1', '2', '3', '4', '5'].map(word => share({ owner: 'u1', words: [word] }, picture(word)))
  await Promise.all(stored)
  const all = await readShares('u1')
  expect(all.flatMap(({ words }) => words).toSorted()).toEqual(['1', '2', '3', '4', '5'])
  for (const { words, files } of all) expect(await files[0]!.text()).toBe(words[0])
})

test('storing a share deletes the expired ones, and then the oldest beyond MAX_SHARES', async () => {
  await share({ at: Date.now() - UNOWNED_TTL_MS - 1000 }, picture('over'))
  for (let at = 0; at < MAX_SHARES + 2; at++) await share({ owner: 'u1', words: [String(at)] }, picture('one'))
  expect(await readTextsFor('u1')).toEqual(Array.from({ length: MAX_SHARES }, (_, at) => String(at + 2)))
  expect(await addresses()).toHaveLength(2 * MAX_SHARES)
})

test('a share made while nobody was signed in is returned to whoever logs in within UNOWNED_TTL_MS', async () => {
  await share()
  expect(await readShares('u1')).toHaveLength(1)
  await clearShares()
  await share({ at: Date.now() - UNOWNED_TTL_MS - 1000 })
  expect(await readShares('u1')).toEqual([])
})

test('log-out deletes all shares, and log-in deletes those of other members', async () => {
  await share({ owner: 'u1', words: ['1'] }, picture('one'))
  await share({ owner: 'u2', words: ['2'] })
  await share({ words: ['3'] })
  await share({ words: ['4'], at: Date.now() - UNOWNED_TTL_MS - 1000 })
  await clearShares('u2')
  expect(await readTextsFor('u2')).toEqual(['2', '3'])
  expect(await addresses()).toHaveLength(2)
  await clearShares('u1')
  expect(await readTextsFor('u1')).toEqual(['3'])
  await share({ owner: 'u1' }, picture('one'))
  await clearShares()
  expect(await caches.has(SHARED)).toBe(false)
})

test('a picture that could not be stored is skipped', async () => {
  await share({ pictures: 2, kept: 2 }, picture('one'))
  expect(await readShares('u1')).toMatchObject([{ pictures: 2, files: [expect.any(File)] }])
})

test('confirmShares confirms only the shares with the given ids', async () => {
  const confirmedId = await share({ words: ['1'] })
  await share({ words: ['2'] })
  await confirmShares([confirmedId, 'gone'])
  expect((await readShares('u1')).map(({ isVouched }) => isVouched)).toEqual([true, false])
})

test('a share stored by the previous version is read, and an unreadable one is replaced', async () => {
  const shared = await caches.open(SHARED)
  const note = { owner: 'u1', at: Date.now(), isVouched: false, words: ['Avant'], pictures: 1, kept: 1, otherFiles: 0 }
  await shared.put('/partage/note', Response.json(note))
  await shared.put('/partage/photo/0', new Response(picture('one')))
  await share({ owner: 'u1' })
  expect(await readShares('u1')).toMatchObject([{ id: '', words: ['Avant'], files: [expect.any(File)] }, { files: [] }])
  await deleteShares([''])
  expect(await readTextsFor('u1')).toEqual(['Dimanche'])
  await shared.put('/partage/note', Response.json(['Dimanche']))
  expect(await readShares('u1')).toHaveLength(1)
  await share({ owner: 'u1' })
  expect(await addresses()).toHaveLength(2)
})
