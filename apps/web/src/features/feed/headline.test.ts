// @vitest-environment node
import { expect, test } from 'vitest'
import { headlineOf } from './headline.ts'
import { somePost } from './testing/some-post.ts'

test('headlineOf returns the title in the viewer’s language, or in the only language of the post', () => {
  const post = somePost('1', { eventId: { title: 'Réunion', lang: { en: { title: 'Meeting' } } } })
  expect(headlineOf(post, 'en')).toEqual({ text: 'Meeting', lang: 'en' })
  expect(headlineOf(post, 'fr')).toEqual({ text: 'Réunion', lang: 'fr' })
  expect(headlineOf(somePost('1', { eventId: { title: 'Réunion' } }), 'en')).toEqual({ text: 'Réunion', lang: 'fr' })
})

test('headlineOf without a title returns the beginning of the text, or the name of the author', () => {
  const headlineFor = (description: string) => headlineOf(somePost('1', { eventId: { description } }), 'fr')
  expect(headlineFor('Coupure d’eau\nmardi')).toEqual({ text: 'Coupure d’eau', lang: 'fr' })
  expect(headlineFor('🐈'.repeat(200))).toEqual({ text: `${'🐈'.repeat(140)}…`, lang: 'fr' })
  const nameless = somePost('1')
  expect(headlineOf({ ...nameless, user: { ...nameless.user, firstname: 'Ana', initial: 'B' } }, 'fr').text).toBe(
    'Ana B.',
  )
})
