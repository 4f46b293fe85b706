import type { Community } from '@parvis/contract/community.ts'
import { checkInformation, type CommunityInformation } from '@parvis/contract/information.ts'
import { expect, test } from 'vitest'
import { bodyOf, draftOf, fieldOfNumber } from './information-draft.ts'

const community = {
  name: 'Les Tilleuls',
  description: 'Six immeubles',
  lang: { en: { description: null } },
  loc: { type: 'Point', coordinates: [6.13, 45.9] },
  phone: null,
} as unknown as Community
const told = {
  openingTime: 'Le matin',
  lang: { en: { openingTime: 'In the morning' } },
  usefulNumbers: [{ name: 'Samu', lang: { en: { name: null } }, phone: '15', kind: 'emergency' }],
} as unknown as CommunityInformation

test('what is not changed is sent as it came; what is not there is empty', () => {
  expect(bodyOf(draftOf(community, told))).toMatchObject({
    name: 'Les Tilleuls',
    phone: '',
    description: 'Six immeubles',
    openingTime: 'Le matin',
    lang: { en: { description: '', openingTime: 'In the morning' } },
    loc: { type: 'Point', coordinates: [6.13, 45.9] },
    usefulNumbers: [{ name: 'Samu', lang: { en: { name: '' } }, phone: '15', kind: 'emergency' }],
  })
})

test('an empty line of a number is not sent, and the error of one behind it is told at its own line', () => {
  const draft = draftOf(community, told)
  const numbers = [
    ...draft.numbers,
    { fr: '', en: ' ', phone: '', kind: 'other' as const },
    { fr: 'Gardien', en: '', phone: '1', kind: 'other' as const },
  ]
  const body = bodyOf({ ...draft, numbers })
  expect(body.usefulNumbers).toHaveLength(2)
  const broken = checkInformation(body)
  expect(broken).toEqual({ key: 'invalidphonenumber', field: 'usefulNumbers.1.phone' })
  expect(numbers.map((_, at) => fieldOfNumber(numbers, at, 'phone'))).toEqual([
    'usefulNumbers.0.phone',
    '',
    broken!.field,
  ])
})
