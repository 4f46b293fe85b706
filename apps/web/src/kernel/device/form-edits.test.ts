// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  markEditsSaved,
  conflictingFieldsOf,
  resolveWithMine,
  applyEdits,
  parseEdits,
  resolveWithTheirs,
  unsavedEditsOf,
  withPatch,
  fieldValue,
  hasForeignChanges,
} from './form-edits.ts'
import { bool, list, nullable, point, text, texts } from './shape.ts'

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

test('stored edits are restored without unknown fields and values of another shape', () => {
  const shape = { ...texts('name', 'phone'), tags: list(text) }
  const edits = withPatch({}, before, { name: 'Tilleuls', tags: [] })
  const stored = JSON.parse(JSON.stringify(edits))
  expect(parseEdits(stored, before, shape)).toEqual(edits)
  const invalid = { ...stored, name: { before: 'a', now: 7 }, logo: { before: '', now: 'a' } }
  expect(Object.keys(parseEdits(invalid, before, shape))).toEqual(['tags'])
  for (const nothing of [undefined, null, 'a', 7]) expect(parseEdits(nothing, before, shape)).toEqual({})
})

describe('the stored values of a whole form', () => {
  const shape = { fr: texts('title', 'price'), loc: nullable(point), nearby: bool }
  const current = { fr: { title: 'Pain', price: '' }, loc: null, nearby: true }

  test('are edits of the current values, one for each text of a language', () => {
    const edits = parseEdits({ ...current, fr: { title: 'Le mien', price: '' }, nearby: 'no' }, current, shape)
    expect(edits).toEqual({ 'fr.title': { before: 'Pain', now: 'Le mien' } })
    expect(applyEdits({ ...current, fr: { title: 'Pain', price: '2 €' } }, edits).fr).toEqual({
      title: 'Le mien',
      price: '2 €',
    })
    expect(unsavedEditsOf(withPatch({}, { ...current, tmpId: 'a' }, { tmpId: 'b' }), { tmpId: 'a' })).toBeNull()
  })

  test('of an older version are edits of the values that this version stored as their base', () => {
    const mine = { ...current, fr: { title: 'Le mien', price: '' } }
    const theirs = { ...current, fr: { title: 'Le leur', price: '2 €' } }
    const edits = parseEdits({ ...mine, base: current }, theirs, shape)
    expect([applyEdits(theirs, edits).fr, conflictingFieldsOf(edits, theirs)]).toEqual([
      { title: 'Le mien', price: '2 €' },
      ['fr.title'],
    ])
    expect([hasForeignChanges(edits, current, theirs), hasForeignChanges(edits, current, mine)]).toEqual([true, false])
    expect(fieldValue(theirs, 'fr.title')).toBe('Le leur')
  })
})
