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

describe('the door of a screen for members', () => {
  test('nobody is sent to the log-in', () => expect(doorOf(null, 'les-tilleuls')).toBe('login'))

  test('a member comes in by the uri or the id of the community', () => {
    expect(doorOf(session, 'les-tilleuls')).toBe('in')
    expect(doorOf(session, 'Les-Tilleuls')).toBe('in')
    expect(doorOf(session, session.communityId)).toBe('in')
  })

  test("another community's member stands before its landing", () =>
    expect(doorOf(session, 'quartier-de-la-gare')).toBe('landing'))

  test('who belongs to both is asked at the log-in whether to go on there', () => {
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

  test('the form leads on to what was wanted, where that is of the same community', () => {
    expect(next({})).toEqual({ next: '/les-tilleuls/annonce?id=1' })
    expect(next({ href: '/quartier-de-la-gare/actualites' })).toEqual({ next: undefined })
    expect(next({ href: '/les-tilleuls/actualites' })).toEqual({ next: undefined })
    expect(next({ routeId: '/a-propos', href: '/a-propos' })).toEqual({ next: undefined })
  })

  test('the landing leads on to what its address names, never to itself', () => {
    const landing = { routeId: '/$c/_landing/', href: '/les-tilleuls', searchStr: '', hash: '' }
    expect(next(landing)).toEqual({ next: undefined })
    expect(next({ ...landing, next: '/les-tilleuls/annonce?id=1' })).toEqual({ next: '/les-tilleuls/annonce?id=1' })
    expect(next({ ...landing, routeId: '/$c/$', href: '/les-tilleuls/nowhere' })).toEqual({ next: undefined })
  })

  test('the second factor that is asked for comes before the profile, and leads on likewise', () => {
    const { to, search } = toWhatIsDue({ ...here, needSecondFactor: true }, asked).options
    expect([to, search]).toEqual(['/$c/double-authentification', { next: '/les-tilleuls/annonce?id=1' }])
    expect(toWhatIsDue(due, asked).options.to).toBe('/$c/enregistrement')
    expect(waitsForWhatIsDue({ ...asked, routeId: '/$c/double-authentification' })).toBe(false)
  })

  test('all wait but the form, and a link at a door', () => {
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

describe('what an address says of the log-in', () => {
  test('its register tab is asked for in one way', () => {
    expect(readRegisters({ register: true })).toStrictEqual({ register: true })
    expect(readRegisters({ register: 'yes' })).toStrictEqual({ register: undefined })
  })
})

describe('the screen to come back to', () => {
  test('an address of ours is kept whole', () =>
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
  ])('%s is no address of ours', next => {
    expect(safeNext(next)).toBeUndefined()
    // named, though refused: else the router would hand on the address's own
    expect(readNext({ next })).toStrictEqual({ next: undefined })
  })
})
