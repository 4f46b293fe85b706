import type { Notification } from '@parvis/contract/notifications.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import { textOf } from './notification-text.ts'

const template = {
  _id: 't',
  name: 'Sortie à vélo',
  lang: { en: { name: 'Bike ride' } },
  picto: 'bicycle',
  hue: 'sport',
}
const actors = ['Mehdi', 'Jeannine', 'Ngọc'].map(firstname => ({ _id: firstname, firstname }))
const told = (kind: Notification['kind'], groupId: string, count: number, withTemplate = true, title = true) =>
  ({
    kind,
    count,
    actors: actors.slice(0, count),
    event: {
      _id: 'e',
      title: title ? 'Sortie à vélo : qui vient ?' : null,
      lang: { en: { title: title ? 'Bike ride: who is coming?' : null } },
      groupId,
      template: withTemplate ? template : null,
    },
  }) as unknown as Notification
/** Without the marks that set names apart. */
const say = (notification: Notification, language: 'fr' | 'en') =>
  textOf(notification, t, language).replace(/[\u2068\u2069]/g, '')

beforeAll(() => loadTexts('notifications'))

test('an answer is told in one sentence, by the name of its template', async () => {
  await setLanguage('en')
  expect(say(told('answer', 'activity', 1), 'en')).toBe('Mehdi is coming to “Bike ride”')
  expect(say(told('answer', 'activity', 2), 'en')).toBe('Mehdi and Jeannine are coming to “Bike ride”')
  expect(say(told('answer', 'proposal', 9), 'en')).toBe('Mehdi, Jeannine and 7 others can help with “Bike ride”')
  await setLanguage('fr')
  expect(say(told('answer', 'activity', 1), 'fr')).toBe('Mehdi vient à « Sortie à vélo »')
  expect(say(told('answer', 'gooddeal', 2), 'fr')).toBe('Mehdi et Jeannine s’intéressent à « Sortie à vélo »')
})

test('what has no template is told by its title, what has no title by neither', async () => {
  await setLanguage('en')
  expect(say(told('alert', 'activity', 1), 'en')).toBe('Mehdi posted “Bike ride: who is coming?”')
  expect(say(told('answer', 'like', 1, false), 'en')).toBe('Mehdi found “Bike ride: who is coming?” useful')
  expect(say(told('answer', 'post', 1, false, false), 'en')).toBe('Mehdi is interested in your post')
})
