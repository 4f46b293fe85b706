// @vitest-environment node
import { expect, test } from 'vitest'
import { findAttachableLink, withoutLink } from './staged-links.ts'

const video = 'dQw4w9WgXcQ'

test.each([
  [`https://www.youtube.com/watch?v=${video} `, video],
  [`https://youtu.be/${video},`, video],
  [`regarde https://m.youtube.com/watch?v=${video}\n`, video],
  [`https://www.youtube.com/live/${video};`, video],
])('findAttachableLink finds a video at the end of %j', (text, videoId) => {
  expect(findAttachableLink(text)).toMatchObject({ kind: 'video', videoId })
})

test.each([
  'https://exemple.fr/a.jpg ',
  'https://exemple.fr/a.webp ',
  'voici https://exemple.fr/a.PNG?x=1\n',
  'https://exemple.fr/dessin.svg;',
])('findAttachableLink finds a picture at the end of %j', text => {
  const link = text.trim().split(/\s/).at(-1)!.replace(/;$/, '')
  expect(findAttachableLink(text)).toEqual({ kind: 'image', link })
})

test.each([
  ['a link that is still being typed', `https://youtu.be/${video}`],
  ['a link to a page', 'https://exemple.fr/page '],
  ['a picture over http', 'http://exemple.fr/a.jpg '],
  ['a javascript: address', 'javascript:alert(1)//a.jpg '],
  ['a link earlier in the text', 'https://exemple.fr/a.jpg voilà '],
  ['a link that is too short', 'a.b/c  '],
  ['blank text', ' '.repeat(20)],
])('findAttachableLink returns null for %s', (_, text) => {
  expect(findAttachableLink(text)).toBeNull()
})

test('withoutLink removes only the last occurrence of the link, and the separator after the link', () => {
  const link = 'https://exemple.fr/a.jpg'
  expect(withoutLink(`voici ${link} `, link)).toBe('voici ')
  expect(withoutLink(`${link} et ${link};`, link)).toBe(`${link} et `)
  expect(withoutLink('rien', link)).toBe('rien')
})
