// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  doorOf,
  mayGoOn,
  readNext,
  readRegisters,
  safeNext,
  toWhatIsDue,
  waitsForWhatIsDue,
  type Asked,
} from './guards.ts'

const here = { communityId: '0199f15d-9f9c-7de6-a71a-a6c1331d349f', customUri: 'les-tilleuls' }
const there = { communityId: '0199f15d-9f9c-7de6-a71a-a6c1331d3500', customUri: 'quartier-de-la-gare' }
const session = { ...here, memberships: [here] }
const ofBoth = { ...session, memberships: [here, there] }

describe("access to a member's screen", () => {
  test('sends visitors to the log-in', () => expect(doorOf(null, 'les-tilleuls')).toBe('login'))

  test('admits a member by the URI or the id of the community', () => {
    expect(doorOf(session, 'les-tilleuls')).toBe('in')
    expect(doorOf(session, 'Les-Tilleuls')).toBe('in')
    expect(doorOf(session, session.communityId)).toBe('in')
  })

  test('sends a member of another community to the landing page', () =>
    expect(doorOf(session, 'quartier-de-la-gare')).toBe('landing'))

  test('sends a member of both to the log-in, to confirm the switch', () => {
    expect(doorOf(ofBoth, 'quartier-de-la-gare')).toBe('login')
    expect(doorOf(ofBoth, 'les-tilleuls')).toBe('in')
    expect([mayGoOn(ofBoth, there.communityId), mayGoOn(ofBoth, 'les-tilleuls')]).toEqual([true, false])
    expect(mayGoOn(session, 'quartier-de-la-gare')).toBe(false)
  })
})

describe('until the profile is saved', () => {
  const asked = { routeId: '/$c/_app/annonce', href: '/les-tilleuls/annonce?id=1', searchStr: '?id=1', hash: '' }
  const due = { ...here, needSecondFactor: false }
  const next = (change: Partial<Asked>) => toWhatIsDue(due, { ...asked, ...change }).options.search

  test('the form leads on to the requested screen of the same community', () => {
    expect(next({})).toEqual({ next: '/les-tilleuls/annonce?id=1' })
    expect(next({ href: '/quartier-de-la-gare/actualites' })).toEqual({ next: undefined })
    expect(next({ href: '/les-tilleuls/actualites' })).toEqual({ next: undefined })
    expect(next({ routeId: '/a-propos', href: '/a-propos' })).toEqual({ next: undefined })
  })

  test('the landing page leads on to its `next`, never to itself', () => {
    const landing = { routeId: '/$c/_landing/', href: '/les-tilleuls', searchStr: '', hash: '' }
    expect(next(landing)).toEqual({ next: undefined })
    expect(next({ ...landing, next: '/les-tilleuls/annonce?id=1' })).toEqual({ next: '/les-tilleuls/annonce?id=1' })
    expect(next({ ...landing, routeId: '/$c/$', href: '/les-tilleuls/nowhere' })).toEqual({ next: undefined })
  })

  test('the required second factor comes before the profile, and leads on likewise', () => {
    const { to, search } = toWhatIsDue({ ...here, needSecondFactor: true }, asked).options
    expect([to, search]).toEqual(['/$c/double-authentification', { next: '/les-tilleuls/annonce?id=1' }])
    expect(toWhatIsDue(due, asked).options.to).toBe('/$c/enregistrement')
    expect(waitsForWhatIsDue({ ...asked, routeId: '/$c/double-authentification' })).toBe(false)
  })

  test('every route is closed but the form and links with a token', () => {
    const waits = (change: Partial<Asked>) => waitsForWhatIsDue({ ...asked, ...change })
    expect(waits({})).toBe(true)
    for (const routeId of ['/a-propos', '/$c/bons-plans', '/$c/_landing/', '/', '__root__'])
      expect(waits({ routeId })).toBe(true)
    expect(waits({ routeId: '/$c/enregistrement' })).toBe(false)
    expect(waits({ routeId: '/$c/_landing/connexion' })).toBe(true)
    for (const routeId of ['/$c/_landing/connexion', '/connexion']) {
      expect(waits({ routeId, searchStr: '?token=x' })).toBe(false)
      expect(waits({ routeId, searchStr: '', hash: 'token=x' })).toBe(false)
      expect(waits({ routeId, searchStr: '', token: 'x' })).toBe(false)
    }
    expect(waits({ routeId: '/a-propos', searchStr: '?token=x' })).toBe(true)
  })
})

describe('the search parameters of the log-in', () => {
  test('accepts `register` only as true', () => {
    expect(readRegisters({ register: true })).toStrictEqual({ register: true })
    expect(readRegisters({ register: 'yes' })).toStrictEqual({ register: undefined })
  })
})

describe('the address to return to', () => {
  test('keeps an internal address whole', () =>
    expect(safeNext('/les-tilleuls/annonce?id=1#top')).toBe('/les-tilleuls/annonce?id=1#top'))

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'les-tilleuls',
    '',
    undefined,
    7,
  ])('refuses %s', next => {
    expect(safeNext(next)).toBeUndefined()
    // Present although refused: otherwise the router passes on the raw value.
    expect(readNext({ next })).toStrictEqual({ next: undefined })
  })
})
