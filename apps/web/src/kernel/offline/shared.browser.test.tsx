import { afterEach, expect, test, vi } from 'vitest'
import { forgetKept, openKept } from './kept-store.ts'
import { forgetShared, readShared, UNOWNED_MS, vouchForShared } from './shared.ts'
import {
  MEMBER_CACHE,
  MEMBER_ID,
  SHARED_CACHE,
  SHARED_NOTE,
  SHARED_PICTURE,
  type SharedNote,
} from './worker-messages.ts'

afterEach(async () => {
  vi.useRealTimers()
  await forgetShared()
  await forgetKept()
})

const share = async (note: Partial<SharedNote> = {}, ...pictures: Blob[]) => {
  const shared = await caches.open(SHARED_CACHE)
  const whole = { owner: null, at: Date.now(), isVouched: false, words: ['Dimanche'], otherFiles: 0 }
  const counts = { pictures: pictures.length, kept: pictures.length }
  await shared.put(SHARED_NOTE, Response.json({ ...whole, ...counts, ...note }))
  for (const [at, picture] of pictures.entries()) await shared.put(SHARED_PICTURE + at, new Response(picture))
}

test('the worker can read who is signed in, until nobody is', async () => {
  const who = async () => (await caches.match(MEMBER_ID, { cacheName: MEMBER_CACHE }))?.text()
  await openKept('u1')
  expect(await who()).toBe('u1')
  await openKept('u2')
  expect(await who()).toBe('u2')
  await forgetKept()
  expect(await who()).toBeUndefined()
})

test('what was shared is given to who shared it, and to nobody else', async () => {
  await share({ owner: 'u1' }, new Blob(['one'], { type: 'image/png' }), new Blob(['two'], { type: 'image/heic' }))
  expect(await readShared('u2')).toBeNull()
  const shared = await readShared('u1')
  expect(shared).toMatchObject({ words: ['Dimanche'], pictures: 2 })
  expect(await Promise.all(shared!.files.map(async file => [file.type, await file.text()]))).toEqual([
    ['image/png', 'one'],
    ['image/heic', 'two'],
  ])
})

test('what nobody was signed in for is given to whoever logs in soon after', async () => {
  await share()
  expect(await readShared('u1')).not.toBeNull()
  await share({ at: Date.now() - UNOWNED_MS - 1000 })
  expect(await readShared('u1')).toBeNull()
})

test('whoever signs out leaves nothing; whoever logs in finds what is theirs', async () => {
  const isThere = () => caches.has(SHARED_CACHE)
  await share({ owner: 'u1' })
  await forgetShared('u1')
  expect(await isThere()).toBe(true)
  await forgetShared('u2')
  expect(await isThere()).toBe(false)
  await share()
  await forgetShared('u2')
  expect(await isThere()).toBe(true)
  await share({ at: Date.now() - UNOWNED_MS - 1000 })
  await forgetShared('u2')
  expect(await isThere()).toBe(false)
  await share({ owner: 'u1' })
  await forgetShared()
  expect(await isThere()).toBe(false)
})

test('a picture that there was no room for is missing, and the rest is there', async () => {
  await share({ pictures: 2, kept: 2 }, new Blob(['one'], { type: 'image/png' }))
  expect(await readShared('u1')).toMatchObject({ pictures: 2, files: [expect.any(File)], isVouched: false })
  await vouchForShared()
  expect(await readShared('u1')).toMatchObject({ pictures: 2, isVouched: true })
})

test('what an older version left is nothing', async () => {
  await (await caches.open(SHARED_CACHE)).put(SHARED_NOTE, Response.json(['Dimanche']))
  expect(await readShared('u1')).toBeNull()
})
