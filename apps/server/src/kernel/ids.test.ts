import { expect, it } from 'vitest'
import { ensureIdsAfter, idAt, isId, LAST_ID, newId } from './ids.ts'

const millisecondsOf = (id: string) => parseInt(id.replace('-', '').slice(0, 12), 16)

it('ids strictly increase, even when many are created at once', () => {
  const ids = Array.from({ length: 20_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id, at) => at === 0 || id > ids[at - 1]!)).toBe(true)
  expect(ids.every(id => isId(id) && id < LAST_ID)).toBe(true)
})

it('ids do not decrease when the clock steps back', () => {
  const before = newId()
  const after = newId(Date.now() - 3_600_000)
  expect(after > before).toBe(true)
})

it('an id is a UUIDv7 that starts with its timestamp', () => {
  const begin = Date.now()
  const id = newId(begin + 60_000)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(millisecondsOf(id)).toBe(begin + 60_000)
})

it('new ids are greater than an id from a clock that ran ahead, and an older id does not set them back', () => {
  const ahead = idAt(Date.now() + 7_200_000, new Uint8Array(10).fill(255))
  ensureIdsAfter(ahead)
  ensureIdsAfter(idAt(Date.UTC(2020, 1, 29), new Uint8Array(10)))
  const ids = Array.from({ length: 5000 }, () => newId())
  expect(ids.every((id, at) => id > (ids[at - 1] ?? ahead))).toBe(true)
})

it('idAt returns the same id for the same time and bytes', () => {
  const at = Date.UTC(2020, 1, 29, 12)
  const bytes = Uint8Array.from({ length: 10 }, (_, index) => index * 25)
  expect(idAt(at, bytes)).toBe(idAt(at, bytes))
  expect(millisecondsOf(idAt(at, bytes))).toBe(at)
  expect(idAt(at, bytes)).toMatch(/-7[0-9a-f]{3}-[89ab]/)
  expect(idAt(at, bytes) < idAt(at + 1, new Uint8Array(10))).toBe(true)
})

it('isId refuses text that is not exactly a UUID', () => {
  for (const text of ['', 'x', LAST_ID.slice(1), `${LAST_ID}0`, `{${LAST_ID}}`, `urn:uuid:${LAST_ID}`, `${LAST_ID}\n`])
    expect([text, isId(text)]).toEqual([text, false])
})
