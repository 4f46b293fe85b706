import type { Notification } from '@parvis/contract/notifications.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, setLanguage, t } from '#web/kernel/text/i18n.ts'
import { notificationLinkOf } from './notification-target.ts'
import { notificationQuoteOf, notificationTextOf } from './notification-text.ts'
import { mergeRows } from './merge-rows.ts'

const template = {
  _id: 't',
  name: 'Sortie à vélo',
  lang: { en: { name: 'Bike ride' } },
  picto: 'bicycle',
  hue: 'sport',
}
const actors = ['Mehdi', 'Jeannine', 'Ngọc'].map(firstname => ({ _id: firstname, firstname }))
const notice = (kind: Notification['kind'], groupId: string, count: number, withTemplate = true, title = true) =>
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
/** The text of a notification without the directional isolates around names. */
const textFor = (notification: Notification, language: 'fr' | 'en') =>
  notificationTextOf(notification, t, language, 'Les Tilleuls').replace(/[\u2068\u2069]/g, '')

beforeAll(() => loadTexts('notifications'))

test('an answer is described in one sentence with the name of the template', async () => {
  await setLanguage('en')
  expect(textFor(notice('answer', 'activity', 1), 'en')).toBe('Mehdi is coming to “Bike ride”')
  expect(textFor(notice('answer', 'activity', 2), 'en')).toBe('Mehdi and Jeannine are coming to “Bike ride”')
  expect(textFor(notice('answer', 'proposal', 9), 'en')).toBe('Mehdi, Jeannine and 7 others can help with “Bike ride”')
  await setLanguage('fr')
  expect(textFor(notice('answer', 'activity', 1), 'fr')).toBe('Mehdi vient à « Sortie à vélo »')
  expect(textFor(notice('answer', 'gooddeal', 2), 'fr')).toBe('Mehdi et Jeannine s’intéressent à « Sortie à vélo »')
})

test('the text of a notification uses the title of a post without a template, and a general text for a post without a title', async () => {
  await setLanguage('en')
  expect(textFor(notice('alert', 'activity', 1), 'en')).toBe('Mehdi posted “Bike ride: who is coming?”')
  expect(textFor(notice('answer', 'like', 1, false), 'en')).toBe('Mehdi found “Bike ride: who is coming?” useful')
  expect(textFor(notice('answer', 'post', 1, false, false), 'en')).toBe('Mehdi is interested in your post')
})

const messageNotice = (overrides: Partial<Notification>) =>
  ({
    kind: 'message',
    conversationId: 'c',
    quote: 'J’ai le pain',
    actors: actors.slice(0, 2),
    ...overrides,
  }) as Notification
const group = { _id: 'e', title: 'Apéro', lang: { en: {} }, groupId: 'activity', template: null } as const

test('a message notification names the sender, or for a group the post and the author of the last message', async () => {
  await setLanguage('en')
  expect(textFor(messageNotice({ with: 'mehdi', count: 1 }), 'en')).toBe('Mehdi wrote to you')
  expect(textFor(messageNotice({ with: 'mehdi', count: 3 }), 'en')).toBe('3 messages from Mehdi')
  expect(notificationQuoteOf(messageNotice({ with: 'mehdi', count: 3 }), t, 'en')).toBe('J’ai le pain')
  expect(textFor(messageNotice({ count: 6, event: group }), 'en')).toBe('6 messages in Apéro')
  expect(notificationQuoteOf(messageNotice({ count: 6 }), t, 'en')).toBe('Mehdi: J’ai le pain')
  expect(notificationQuoteOf(messageNotice({ count: 6, quote: null }), t, 'en')).toBeNull()
  await setLanguage('fr')
  expect(textFor(messageNotice({ with: 'mehdi', count: 1 }), 'fr')).toBe('Mehdi vous a écrit')
  expect(textFor(messageNotice({ count: 1 }), 'fr')).toBe('1 message dans votre groupe')
})

test('a notification about a changed or called-off post names the author and quotes the note', async () => {
  const notice = (kind: string, more: object = {}) =>
    ({
      kind,
      count: 1,
      actors: actors.slice(0, 1),
      event: group,
      text: 'Jeudi à 20 h',
      lang: { en: { text: 'Thursday, 20:00' } },
      ...more,
    }) as unknown as Notification
  await setLanguage('en')
  expect(textFor(notice('changed'), 'en')).toBe('Mehdi changed when or where it is: “Apéro”')
  expect(textFor(notice('calledoff'), 'en')).toBe('Mehdi called off “Apéro”')
  expect(textFor(notice('calledoff', { event: { ...group, title: null } }), 'en')).toBe(
    'Mehdi called off a post that you answered',
  )
  expect(notificationQuoteOf(notice('changed'), t, 'en')).toBe('Thursday, 20:00')
  expect(notificationQuoteOf(notice('calledoff', { lang: undefined }), t, 'en')).toBe('Jeudi à 20 h')
  // An unknown kind, as a later version may send it.
  expect(textFor(notice('eclipse'), 'en')).toBe('Thursday, 20:00')
  await setLanguage('fr')
  expect(textFor(notice('calledoff'), 'fr')).toBe('Mehdi a annulé «\u00a0Apéro\u00a0»')
  expect(notificationQuoteOf(notice('changed'), t, 'fr')).toBe('Jeudi à 20 h')
})

const approval = (state: 'waiting' | 'approved' | 'refused', deal = true) =>
  ({
    kind: 'approval',
    count: 1,
    actors: state === 'waiting' ? actors.slice(0, 1) : [],
    approval: { state, deal: deal ? { _id: 'd', title: 'Pain du matin', lang: { en: {} } } : null },
  }) as unknown as Notification

test('the text of a notification describes a pending approval and its outcome', async () => {
  await setLanguage('en')
  expect(textFor(approval('waiting'), 'en')).toBe('Mehdi waits for your word on Pain du matin')
  const own = { ...approval('waiting'), actors: [{ _id: 'c', company: 'Pain du matin' }] } as unknown as Notification
  expect(textFor(own, 'en')).toBe('Deal to approve: Pain du matin')
  expect(textFor(approval('approved'), 'en')).toBe('Pain du matin is online')
  expect(textFor(approval('refused'), 'en')).toBe('Pain du matin was not accepted: see why, and change it')
  expect(textFor(approval('waiting', false), 'en')).toBe('Mehdi waits to be let in')
  expect(textFor(approval('approved', false), 'en')).toBe('Les Tilleuls has let you in: welcome!')
})

test('mergeRows merges newcomers of one community into one row, and nothing else', async () => {
  await setLanguage('fr')
  const one = (kind: 'welcome' | 'answer', at: number, read: boolean, communityId = 'home') =>
    ({ _id: `${kind} ${at}`, kind, communityId, read, count: 1, actors: [actors[at % 3]] }) as unknown as Notification
  const rows = mergeRows([
    one('welcome', 0, true),
    one('answer', 1, false),
    one('welcome', 1, false),
    one('welcome', 2, true, 'there'),
    one('answer', 2, true),
    one('welcome', 2, true),
    one('welcome', 3, true),
  ])
  expect(rows.map(({ _id, count, read }) => [_id, count, read])).toEqual([
    ['welcome 0', 4, false],
    ['answer 1', 1, false],
    ['welcome 2', 1, true],
    ['answer 2', 1, true],
  ])
  expect(textFor(rows[0]!, 'fr')).toBe('Mehdi, Jeannine et 2 autres ont rejoint Les Tilleuls')
  expect(textFor(one('welcome', 0, true), 'fr')).toBe('Mehdi a rejoint Les Tilleuls')
})

test('the text of a notification describes reports and appeals to the team, and decisions to the author', async () => {
  await setLanguage('en')
  const notice = (more: Partial<NonNullable<Notification['moderation']>>) =>
    textFor(
      {
        kind: 'moderation',
        count: 1,
        actors: [],
        moderation: { caseId: 'k', about: 'post', news: 'decision', decision: null, overturned: false, ...more },
      } as unknown as Notification,
      'en',
    )
  expect(notice({ news: 'report', about: 'user' })).toBe('A profile was reported: it waits for the team')
  expect(notice({ news: 'appeal', about: 'deal' })).toBe('Appeal about a good deal: it waits for a second person')
  expect(notice({ decision: 'hide' })).toBe('The team has hidden your post: see why')
  expect(notice({ decision: 'remove', about: 'user' })).toBe('The team has closed your access: see why')
  expect(notice({ news: 'outcome', decision: 'hide', overturned: true })).toBe(
    'The decision on your post is taken back',
  )
  expect(notice({ news: 'outcome', decision: 'hide' })).toContain('the decision stands')
})

test('notificationLinkOf links the team to the case, and the author to the decision', () => {
  const targetFor = (news: 'report' | 'appeal' | 'decision' | 'outcome') =>
    notificationLinkOf(
      { kind: 'moderation', actors: [], moderation: { caseId: 'k', news } } as unknown as Notification,
      'place',
    )
  expect(targetFor('report')).toMatchObject({ to: '/$c/gestion/signalement', search: { id: 'k' } })
  expect(targetFor('appeal')).toMatchObject({ to: '/$c/gestion/signalement', search: { id: 'k' } })
  expect(targetFor('decision')).toMatchObject({ to: '/$c/regles', search: { decision: 'k' } })
  expect(targetFor('outcome')).toMatchObject({ to: '/$c/regles', search: { decision: 'k' } })
})
