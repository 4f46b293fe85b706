// @vitest-environment node
import { expect, test } from 'vitest'
import {
  asSaved,
  clashesOf,
  keepingMine,
  laidOver,
  readWritten,
  takingTheirs,
  unsaved,
  writtenWith,
} from './written.ts'

const before = { name: 'Les Tilleuls', phone: '', tags: ['old'] }

test('reports a conflict on an edited field that was changed elsewhere, until one version is chosen or both are equal', () => {
  const mine = writtenWith({}, before, { name: 'Tilleuls', phone: '1' })
  const theirs = { ...before, name: 'Les Tilleuls du lac' }
  expect([clashesOf(mine, before), clashesOf(mine, theirs)]).toEqual([[], ['name']])
  expect(laidOver(theirs, mine).name).toBe('Tilleuls')
  const kept = keepingMine(mine, theirs, 'name')
  expect([clashesOf(kept, theirs), laidOver(theirs, kept).name]).toEqual([[], 'Tilleuls'])
  expect(clashesOf(kept, { ...theirs, name: 'Once more' })).toEqual(['name'])
  expect(laidOver(theirs, takingTheirs(mine, 'name'))).toEqual({ ...theirs, phone: '1' })
  expect(writtenWith(mine, theirs, { name: theirs.name })).toEqual(writtenWith({}, before, { phone: '1' }))
})

test('does not count a field as edited when its old value is entered again', () => {
  const mine = writtenWith({}, before, { tags: ['old', 'new'] })
  expect([writtenWith(mine, before, { tags: ['old'] }), unsaved({}, before)]).toEqual([{}, null])
})

test('shows a saved value until the server’s version arrives, without a conflict', () => {
  const mine = asSaved(writtenWith({}, before, { phone: '1' }))
  expect([laidOver(before, mine).phone, unsaved(mine, before)]).toEqual(['1', null])
  const now = { ...before, phone: '01' }
  expect([laidOver(now, mine), clashesOf(mine, now)]).toEqual([now, []])
  const further = writtenWith(mine, before, { phone: '12' })
  expect(clashesOf(further, { ...before, phone: '1' })).toEqual([])
})

test('restores the stored edits and drops unknown fields and invalid values', () => {
  const isValue = (value: unknown, field: keyof typeof before) =>
    field === 'tags' ? Array.isArray(value) : typeof value === 'string'
  const written = writtenWith({}, before, { name: 'Tilleuls', tags: [] })
  const kept = JSON.parse(JSON.stringify(written))
  expect(readWritten(kept, before, isValue)).toEqual(written)
  const spoilt = { ...kept, name: { before: 'a', now: 7 }, logo: { before: '', now: 'a' } }
  expect(Object.keys(readWritten(spoilt, before, isValue))).toEqual(['tags'])
  for (const nothing of [undefined, null, 'a', 7]) expect(readWritten(nothing, before, isValue)).toEqual({})
})
