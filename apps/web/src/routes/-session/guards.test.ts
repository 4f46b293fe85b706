import { describe, expect, test } from 'vitest'
import { doorOf, readNext, safeNext } from './guards.ts'

const session = { communityId: '0199f15d-9f9c-7de6-a71a-a6c1331d349f', customUri: 'les-tilleuls' }

describe('the door of a screen for members', () => {
  test('nobody is sent to the log-in', () => expect(doorOf(null, 'les-tilleuls')).toBe('login'))

  test('a member comes in by the uri or the id of the community', () => {
    expect(doorOf(session, 'les-tilleuls')).toBe('in')
    expect(doorOf(session, 'Les-Tilleuls')).toBe('in')
    expect(doorOf(session, session.communityId)).toBe('in')
  })

  test("another community's member stands before its landing", () =>
    expect(doorOf(session, 'quartier-de-la-gare')).toBe('landing'))
})

describe('the screen to come back to', () => {
  test('an address of ours is kept whole', () =>
    expect(safeNext('/les-tilleuls/annonce?id=1#top')).toBe('/les-tilleuls/annonce?id=1#top'))

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'les-tilleuls',
    '',
    undefined,
    7,
  ])('%s is no address of ours', next => {
    expect(safeNext(next)).toBeUndefined()
    // named, though refused: else the router would hand on the address's own
    expect(readNext({ next })).toStrictEqual({ next: undefined })
  })
})
