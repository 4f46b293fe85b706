// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { parseScannedText } from './scanned-link.ts'

const origins = ['https://parvis.example', 'http://127.0.0.1:3000']
const read = (text: string) => parseScannedText(text, origins)

describe('a code of this installation', () => {
  test.each([
    ['https://parvis.example/les-tilleuls', '/les-tilleuls'],
    ['  http://127.0.0.1:3000/les-tilleuls/ \n', '/les-tilleuls/'],
    ['https://parvis.example/0199f15d-9f9c-7de6-a71a-a6c1331d349f', '/0199f15d-9f9c-7de6-a71a-a6c1331d349f'],
    ['https://parvis.example/les-tilleuls?utm_source=poster', '/les-tilleuls'],
    [
      'https://PARVIS.example/les-tilleuls/connexion?registerkey=GARE-DEMO-2026',
      '/les-tilleuls/connexion?registerkey=GARE-DEMO-2026',
    ],
    [
      'https://parvis.example/les-tilleuls/connexion?token=a%2Bb&next=https://evil.example',
      '/les-tilleuls/connexion?token=a%2Bb',
    ],
    ['https://parvis.example/les-tilleuls/connexion#token=a-b', '/les-tilleuls/connexion#token=a-b'],
    ['https://parvis.example/les-tilleuls#token=a', '/les-tilleuls'],
    ['https://parvis.example/les-tilleuls/connexion#x', '/les-tilleuls/connexion'],
    ['https://parvis.example/annecy/vie-locale/la-fournee', '/annecy/vie-locale/la-fournee'],
    ['https://parvis.example/detail-publication?id=1', '/detail-publication?id=1'],
  ])('that contains the URL %s opens the path %s', (text, to) => expect(read(text)).toEqual({ to }))
})

describe('any other code', () => {
  test.each([
    'https://evil.example/les-tilleuls',
    'https://parvis.example.evil.example/les-tilleuls',
    'https://parvis.example@evil.example/les-tilleuls',
    'https://user:word@parvis.example/les-tilleuls',
    'https://parvis.example:8443/les-tilleuls',
    'http://parvis.example/les-tilleuls',
    'https://parvis.example\\@evil.example/x',
    'https://parvis.example/',
    'https://parvis.example/villes',
    'https://parvis.example/api',
    'https://parvis.example/les-tilleuls/actualites',
    'https://parvis.example/a%2F..%2Fb',
    'https://parvis.example//evil.example/les-tilleuls',
    'https://parvis.example/annecy/vie-locale/%2F%2Fevil.example',
  ])('with a web address is shown as a link but never opened: %s', text =>
    expect(read(text)).toEqual({ unknown: text, isLink: true }),
  )

  test.each([
    'javascript:alert(1)',
    'les-tilleuls',
    '/les-tilleuls',
    'WIFI:S:hall;P:1234;;',
    'parvis.example/x',
    '',
    'data:text/html,x',
    'intent://x#Intent;end',
  ])('without a web address is shown as text: %s', text => expect(read(text)).toEqual({ unknown: text, isLink: false }))
})
