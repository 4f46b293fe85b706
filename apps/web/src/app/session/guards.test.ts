// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  accessOf,
  canSwitchTo,
  readNext,
  readRegister,
  safeNext,
  redirectToSetup,
  needsSetupFirst,
  type RequestedRoute,
} from './guards.ts'

const here = { communityId: '0199f15d-9f9c-7de6-a71a-a6c1331d349f', customUri: 'les-tilleuls' }
const there = { communityId: '0199f15d-9f9c-7de6-a71a-a6c1331d3500', customUri: 'quartier-de-la-gare' }
const session = { ...here, memberships: [here] }
const sessionOfBoth = { ...session, memberships: [here, there] }

describe('a screen for members', () => {
  test('redirects visitors to the log-in', () => expect(accessOf(null, 'les-tilleuls')).toBe('login'))

  test('opens for a member by the URI or the id of the community', () => {
    expect(accessOf(session, 'les-tilleuls')).toBe('in')
    expect(accessOf(session, 'Les-Tilleuls')).toBe('in')
    expect(accessOf(session, session.communityId)).toBe('in')
  })

  test('redirects a member of another community to the landing page', () =>
    expect(accessOf(session, 'quartier-de-la-gare')).toBe('landing'))

  test('redirects a member of both communities to the log-in, to confirm the switch', () => {
    expect(accessOf(sessionOfBoth, 'quartier-de-la-gare')).toBe('login')
    expect(accessOf(sessionOfBoth, 'les-tilleuls')).toBe('in')
    expect([canSwitchTo(sessionOfBoth, there.communityId), canSwitchTo(sessionOfBoth, 'les-tilleuls')]).toEqual([
      true,
      false,
    ])
    expect(canSwitchTo(session, 'quartier-de-la-gare')).toBe(false)
  })
})

describe('until the setup is complete', () => {
  const requested = { routeId: '/$c/_app/annonce', href: '/les-tilleuls/annonce?id=1', searchStr: '?id=1', hash: '' }
  const pendingSetup = { ...here, needSecondFactor: false }
  const next = (change: Partial<RequestedRoute>) =>
    redirectToSetup(pendingSetup, { ...requested, ...change }).options.search

  test('saving the profile form leads to the requested screen if it is in the same community', () => {
    expect(next({})).toEqual({ next: '/les-tilleuls/annonce?id=1' })
    expect(next({ href: '/quartier-de-la-gare/actualites' })).toEqual({ next: undefined })
    expect(next({ href: '/les-tilleuls/actualites' })).toEqual({ next: undefined })
    expect(next({ routeId: '/a-propos', href: '/a-propos' })).toEqual({ next: undefined })
  })

  test('a visit to the landing page with `next` leads to `next` after the form, never back to the landing page', () => {
    const landing = { routeId: '/$c/_landing/', href: '/les-tilleuls', searchStr: '', hash: '' }
    expect(next(landing)).toEqual({ next: undefined })
    expect(next({ ...landing, next: '/les-tilleuls/annonce?id=1' })).toEqual({ next: '/les-tilleuls/annonce?id=1' })
    expect(next({ ...landing, routeId: '/$c/$', href: '/les-tilleuls/nowhere' })).toEqual({ next: undefined })
  })

  test('a required second factor is set up before the profile; after the setup, the requested screen opens', () => {
    const { to, search } = redirectToSetup({ ...here, needSecondFactor: true }, requested).options
    expect([to, search]).toEqual(['/$c/double-authentification', { next: '/les-tilleuls/annonce?id=1' }])
    expect(redirectToSetup(pendingSetup, requested).options.to).toBe('/$c/enregistrement')
    expect(needsSetupFirst({ ...requested, routeId: '/$c/double-authentification' })).toBe(false)
  })

  test('every route redirects to the setup form, except the form itself and log-in links with a token', () => {
    const isClosed = (change: Partial<RequestedRoute>) => needsSetupFirst({ ...requested, ...change })
    expect(isClosed({})).toBe(true)
    for (const routeId of ['/a-propos', '/$c/bons-plans', '/$c/_landing/', '/', '__root__'])
      expect(isClosed({ routeId })).toBe(true)
    expect(isClosed({ routeId: '/$c/enregistrement' })).toBe(false)
    expect(isClosed({ routeId: '/$c/_landing/connexion' })).toBe(true)
    for (const routeId of ['/$c/_landing/connexion', '/connexion']) {
      expect(isClosed({ routeId, searchStr: '?token=x' })).toBe(false)
      expect(isClosed({ routeId, searchStr: '', hash: 'token=x' })).toBe(false)
      expect(isClosed({ routeId, searchStr: '', token: 'x' })).toBe(false)
    }
    expect(isClosed({ routeId: '/a-propos', searchStr: '?token=x' })).toBe(true)
  })
})

describe('the search parameters of the log-in', () => {
  test('accept `register` only as true', () => {
    expect(readRegister({ register: true })).toStrictEqual({ register: true })
    expect(readRegister({ register: 'yes' })).toStrictEqual({ register: undefined })
  })
})

describe('the URL to return to', () => {
  test('may be a path of the app with query and hash', () =>
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
  ])('may not be %s', next => {
    expect(safeNext(next)).toBeUndefined()
    // The key is present although the value is refused: otherwise the router passes on the raw value.
    expect(readNext({ next })).toStrictEqual({ next: undefined })
  })
})
