// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { screenPathOf } from './links.ts'

beforeEach(() => void vi.stubEnv('VITE_SERVER', 'https://parvis.example'))
afterEach(() => void vi.unstubAllEnvs())

test.each([
  ['https://parvis.example/les-tilleuls', '/les-tilleuls'],
  ['https://parvis.example/les-tilleuls/connexion?token=a%2Bb', '/les-tilleuls/connexion?token=a%2Bb'],
  ['https://parvis.example/les-tilleuls/connexion#token=a', '/les-tilleuls/connexion#token=a'],
  ['https://parvis.example/detail-publication?id=1', '/detail-publication?id=1'],
  ['https://parvis.example/installation#secret', '/installation#secret'],
  ['https://parvis.example/', '/'],
  ['parvis://les-tilleuls', '/les-tilleuls'],
  ['parvis://les-tilleuls/actualites/publication?id=1', '/les-tilleuls/actualites/publication?id=1'],
  ['parvis:///villes', '/villes'],
])('screenPathOf maps %s to %s', (link, screen) => expect(screenPathOf(link)).toBe(screen))

test.each([
  'https://evil.example/les-tilleuls',
  'https://parvis.example.evil.example/les-tilleuls',
  'https://parvis.example@evil.example/x',
  'https://user:word@parvis.example/les-tilleuls',
  'http://parvis.example/les-tilleuls',
  'https://parvis.example:8443/les-tilleuls',
  'https://parvis.example//evil.example/x',
  'https://parvis.example/api/auth',
  'https://parvis.example/calendar/secret.ics',
  'parvis:////evil.example/x',
  'parvis://api/auth',
  'javascript:alert(1)',
  'les-tilleuls',
  '',
])('screenPathOf returns null for %s', link => expect(screenPathOf(link)).toBeNull())
