// @vitest-environment node
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import { expect, test } from 'vitest'
import {
  bodyOf,
  breakOf,
  draftOf,
  languageTooLong,
  leftAsItWas,
  newDraft,
  readDraft,
  saysSame,
  writtenIn,
  type PostDraft,
} from './post-draft.ts'

const words = (title: string, description: string, alt = '') => ({ title, description, alt })
const draft = (patch: Partial<PostDraft> = {}): PostDraft => ({ ...newDraft(), ...patch })

test('requires a text in either language, or a photo', () => {
  expect(breakOf(draft({ fr: words('Un titre', '  ') }))).toEqual({ key: 'descriptionmandatory', field: 'description' })
  expect(breakOf(draft({ en: words('', 'Hello') }))).toBeNull()
  expect(breakOf(draft({ photo: 'stored' }))).toBeNull()
})

test('returns the language in which a text to be sent is too long', () => {
  expect(languageTooLong(draft({ fr: words('a'.repeat(MAX_TITLE_LENGTH), '') }))).toBeUndefined()
  expect(languageTooLong(draft({ fr: words('a'.repeat(MAX_TITLE_LENGTH + 1), '') }))).toBe('fr')
  // The alt text of a removed photo is not sent.
  const en = words('', '', 'a'.repeat(MAX_ALT_LENGTH + 1))
  expect([languageTooLong(draft({ en })), languageTooLong(draft({ en, photo: 'new' }))]).toEqual([undefined, 'en'])
})

test('rejects a link that is no video and ignores an empty one', () => {
  const text = { en: words('', 'Hello') }
  expect(breakOf(draft({ ...text, link: 'https://example.org/film' }))).toEqual({
    key: 'invalidvideolink',
    field: 'youtubeVideoId',
  })
  // Eleven letters alone would pass for a video id.
  expect(breakOf(draft({ ...text, link: 'hello-world' }))?.key).toBe('invalidvideolink')
  expect(breakOf(draft({ ...text, link: ' ' }))).toBeNull()
  expect(bodyOf(draft({ ...text, link: ' https://www.youtube.com/watch?t=3&v=dQw4w9WgXcQ ' })).youtubeVideoId).toBe(
    'dQw4w9WgXcQ',
  )
})

test('trims the texts of the request body and sends null for empty ones', () => {
  const sent = draft({ fr: words(' Un chat ', ' Perdu ', 'roux'), en: words('', ''), channelId: 'c1' })
  expect(bodyOf(sent)).toEqual({
    title: 'Un chat',
    description: 'Perdu',
    lang: { en: { title: null, description: null } },
    youtubeVideoId: null,
    photoUri: null,
    channelsIds: ['c1'],
    tmpId: sent.tmpId,
  })
})

test('sends alt texts with a photo and leaves an unchanged photo out of the body', () => {
  const body = bodyOf(draft({ photo: 'stored', fr: words('', '', 'Un chat roux'), en: words('', '', 'A ginger cat') }))
  expect(body).toMatchObject({ alt: 'Un chat roux', lang: { en: { alt: 'A ginger cat' } } })
  expect(body).not.toHaveProperty('photoUri')
  expect(body).not.toHaveProperty('channelsIds')
})

test('turns an existing post into a draft and back', () => {
  const event = {
    eventId: { title: null, description: 'Bonjour', lang: { en: { title: 'Hello' } }, youtubeVideoId: 'dQw4w9WgXcQ' },
    photo: { alt: null, lang: { en: { alt: 'A cat' } } },
    channelsIds: ['c1'],
  } as unknown as LiveEvent
  const made = draftOf(event)
  expect(made).toMatchObject({
    fr: words('', 'Bonjour'),
    en: words('Hello', '', 'A cat'),
    link: 'https://youtu.be/dQw4w9WgXcQ',
    photo: 'stored',
    channelId: null,
  })
  expect(bodyOf(made)).toMatchObject({
    title: null,
    description: 'Bonjour',
    youtubeVideoId: 'dQw4w9WgXcQ',
    lang: { en: { title: 'Hello', description: null, alt: 'A cat' } },
  })
  expect(writtenIn(made)).toEqual(['en', 'fr'])
})

test('has nothing to save until something is written', () => {
  const start = draft()
  expect(saysSame({ ...start, tmpId: 'other', sent: 'maybe', link: '', fr: words(' ', '') }, start)).toBe(true)
  expect(saysSame({ ...start, en: words('', 'a') }, start)).toBe(false)
  expect(saysSame({ ...start, photo: 'new' }, { ...start, photo: 'new' })).toBe(false)
})

test('reads the drafts it has stored and rejects everything else', () => {
  const good = draft({ en: words('', 'Hello'), link: '', sent: 'changed' })
  expect(readDraft(JSON.parse(JSON.stringify(good)))).toEqual(good)
  for (const bad of [
    null,
    7,
    'x',
    [],
    {},
    { ...good, fr: undefined },
    { ...good, en: { title: 1 } },
    { ...good, photo: 'x' },
    { ...good, link: 3 },
    { ...good, tmpId: null },
  ])
    expect(readDraft(bad)).toBeNull()
})

test('returns the language that is unchanged while the other was edited', () => {
  const start = draft({ fr: words('Bonjour', 'Un mot'), en: words('Hello', 'A word') })
  expect(leftAsItWas(start, start)).toBeNull()
  expect(leftAsItWas({ ...start, fr: words('Bonsoir', 'Un mot') }, start)).toBe('en')
  expect(leftAsItWas({ ...start, en: words('Hello', 'Another word') }, start)).toBe('fr')
  expect(leftAsItWas({ ...start, fr: words('Bonsoir', ''), en: words('Hi', '') }, start)).toBeNull()
  const french = draft({ fr: words('Bonjour', 'Un mot') })
  expect(leftAsItWas({ ...french, fr: words('Bonsoir', '') }, french)).toBeNull()
})

test('sends a text after the media, but not from drafts that are older than this field', () => {
  const { after: _, ...older } = newDraft().fr
  const begun = { ...newDraft(), fr: older, en: { ...older, description: 'Found' } }
  expect(readDraft(begun)).toEqual(begun)
  expect('postDescription' in bodyOf(begun)).toBe(false)
  expect('postDescription' in bodyOf(begun).lang!.en!).toBe(false)
  const written = { ...begun, fr: { ...older, after: ' Merci ' }, en: { ...older, after: '' } }
  expect(bodyOf(written)).toMatchObject({ postDescription: 'Merci', lang: { en: { postDescription: null } } })
  expect(saysSame(written, begun)).toBe(false)
  expect(writtenIn(written)).toEqual(['fr'])
})
