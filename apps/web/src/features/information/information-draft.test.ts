// @vitest-environment node
import type { Community } from '@parvis/contract/community.ts'
import { validateInformation, type CommunityInformation } from '@parvis/contract/information.ts'
import { expect, test } from 'vitest'
import { applyEdits, changedBody, conflictingFieldsOf, withPatch } from '#web/kernel/device/form-edits.ts'
import { bodyOf, draftOf, fieldOfNumber, type InformationDraft } from './information-draft.ts'

const community = {
  name: 'Les Tilleuls',
  description: 'Six immeubles',
  lang: { en: { description: null } },
  loc: { type: 'Point', coordinates: [6.13, 45.9] },
  phone: null,
} as unknown as Community
const information = {
  openingTime: 'Le matin',
  lang: { en: { openingTime: 'In the morning' } },
  usefulNumbers: [{ name: 'Samu', lang: { en: { name: null } }, phone: '15', kind: 'emergency' }],
} as unknown as CommunityInformation

test('bodyOf returns unchanged values as they were, and missing ones as empty strings', () => {
  expect(bodyOf(draftOf(community, information))).toMatchObject({
    name: 'Les Tilleuls',
    phone: '',
    description: 'Six immeubles',
    openingTime: 'Le matin',
    lang: { en: { description: '', openingTime: 'In the morning' } },
    loc: { type: 'Point', coordinates: [6.13, 45.9] },
    usefulNumbers: [{ name: 'Samu', lang: { en: { name: '' } }, phone: '15', kind: 'emergency' }],
  })
})

test('bodyOf leaves out useful numbers without any text, and fieldOfNumber counts only those that are sent', () => {
  const draft = draftOf(community, information)
  const numbers = [
    ...draft.numbers,
    { fr: '', en: ' ', phone: '', kind: 'other' as const },
    { fr: 'Gardien', en: '', phone: '1', kind: 'other' as const },
  ]
  const body = bodyOf({ ...draft, numbers })
  expect(body.usefulNumbers).toHaveLength(2)
  const validationError = validateInformation(body)
  expect(validationError).toEqual({ key: 'invalidphonenumber', field: 'usefulNumbers.1.phone' })
  expect(numbers.map((_, at) => fieldOfNumber(numbers, at, 'phone'))).toEqual([
    'usefulNumbers.0.phone',
    '',
    validationError!.field,
  ])
})

test('only the edits of this form are sent, not what somebody else has saved meanwhile', () => {
  const before = draftOf(community, information)
  const mine = withPatch({}, before, { fax: '0450000001', en: { ...before.en, description: 'Six buildings' } })
  const theirs = draftOf({ ...community, name: 'Les Tilleuls du lac', phone: '0450000002' }, information)
  const draft = applyEdits(theirs, mine)
  const changesOf = (values: InformationDraft) => changedBody(bodyOf(values), bodyOf(theirs))
  expect(draft).toMatchObject({ name: 'Les Tilleuls du lac', phone: '0450000002', fax: '0450000001' })
  expect(changesOf(draft)).toEqual({ fax: '0450000001', lang: { en: { description: 'Six buildings' } } })
  expect([changesOf(theirs), conflictingFieldsOf(mine, theirs)]).toEqual([{}, []])
})
