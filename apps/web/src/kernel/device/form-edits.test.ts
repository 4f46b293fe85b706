// @vitest-environment node
import { expect, test } from 'vitest'
import {
  markEditsSaved,
  conflictingFieldsOf,
  resolveWithMine,
  applyEdits,
  parseEdits,
  resolveWithTheirs,
  unsavedEditsOf,
  withPatch,
} from './form-edits.ts'

const before = { name: 'Les Tilleuls', phone: '', tags: ['old'] }

test('an edited field whose saved value has changed since is a conflict until one version is chosen or both are equal', () => {
  const mine = withPatch({}, before, { name: 'Tilleuls', phone: '1' })
  const theirs = { ...before, name: 'Les Tilleuls du lac' }
  expect([conflictingFieldsOf(mine, before), conflictingFieldsOf(mine, theirs)]).toEqual([[], ['name']])
  expect(applyEdits(theirs, mine).name).toBe('Tilleuls')
  const kept = resolveWithMine(mine, theirs, 'name')
  expect([conflictingFieldsOf(kept, theirs), applyEdits(theirs, kept).name]).toEqual([[], 'Tilleuls'])
  expect(conflictingFieldsOf(kept, { ...theirs, name: 'Once more' })).toEqual(['name'])
  expect(applyEdits(theirs, resolveWithTheirs(mine, 'name'))).toEqual({ ...theirs, phone: '1' })
  expect(withPatch(mine, theirs, { name: theirs.name })).toEqual(withPatch({}, before, { phone: '1' }))
})

test('a field is no longer edited when its saved value is entered again', () => {
  const mine = withPatch({}, before, { tags: ['old', 'new'] })
  expect([withPatch(mine, before, { tags: ['old'] }), unsavedEditsOf({}, before)]).toEqual([{}, null])
})

test('a value just saved is shown until the version of the server arrives, and is no conflict', () => {
  const mine = markEditsSaved(withPatch({}, before, { phone: '1' }))
  expect([applyEdits(before, mine).phone, unsavedEditsOf(mine, before)]).toEqual(['1', null])
  const now = { ...before, phone: '01' }
  expect([applyEdits(now, mine), conflictingFieldsOf(mine, now)]).toEqual([now, []])
  const further = withPatch(mine, before, { phone: '12' })
  expect(conflictingFieldsOf(further, { ...before, phone: '1' })).toEqual([])
})

test('stored edits are restored without unknown fields and invalid values', () => {
  const isValue = (value: unknown, field: keyof typeof before) =>
    field === 'tags' ? Array.isArray(value) : typeof value === 'string'
  const written = withPatch({}, before, { name: 'Tilleuls', tags: [] })
  const kept = JSON.parse(JSON.stringify(written))
  expect(parseEdits(kept, before, isValue)).toEqual(written)
  const invalid = { ...kept, name: { before: 'a', now: 7 }, logo: { before: '', now: 'a' } }
  expect(Object.keys(parseEdits(invalid, before, isValue))).toEqual(['tags'])
  for (const nothing of [undefined, null, 'a', 7]) expect(parseEdits(nothing, before, isValue)).toEqual({})
})
