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

test('a post wants a text in either language, or a photo', () => {
  expect(breakOf(draft({ fr: words('Un titre', '  ') }))).toEqual({ key: 'descriptionmandatory', field: 'description' })
  expect(breakOf(draft({ en: words('', 'Hello') }))).toBeNull()
  expect(breakOf(draft({ photo: 'stored' }))).toBeNull()
})

test('says in which language something that is sent is too long', () => {
  expect(languageTooLong(draft({ fr: words('a'.repeat(MAX_TITLE_LENGTH), '') }))).toBeUndefined()
  expect(languageTooLong(draft({ fr: words('a'.repeat(MAX_TITLE_LENGTH + 1), '') }))).toBe('fr')
  // the words of a photo that was taken away again are not sent
  const en = words('', '', 'a'.repeat(MAX_ALT_LENGTH + 1))
  expect([languageTooLong(draft({ en })), languageTooLong(draft({ en, photo: 'new' }))]).toEqual([undefined, 'en'])
})

test('a link leads to a video, or is refused; an empty one asks for nothing', () => {
  const text = { en: words('', 'Hello') }
  expect(breakOf(draft({ ...text, link: 'https://example.org/film' }))).toEqual({
    key: 'invalidvideolink',
    field: 'youtubeVideoId',
  })
  // eleven letters alone would pass for an id
  expect(breakOf(draft({ ...text, link: 'hello-world' }))?.key).toBe('invalidvideolink')
  expect(breakOf(draft({ ...text, link: ' ' }))).toBeNull()
  expect(bodyOf(draft({ ...text, link: ' https://www.youtube.com/watch?t=3&v=dQw4w9WgXcQ ' })).youtubeVideoId).toBe(
    'dQw4w9WgXcQ',
  )
})

test('what is sent is trimmed, and null empties', () => {
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

test('a photo goes with its words, and one that stays is not named', () => {
  const body = bodyOf(draft({ photo: 'stored', fr: words('', '', 'Un chat roux'), en: words('', '', 'A ginger cat') }))
  expect(body).toMatchObject({ alt: 'Un chat roux', lang: { en: { alt: 'A ginger cat' } } })
  expect(body).not.toHaveProperty('photoUri')
  expect(body).not.toHaveProperty('channelsIds')
})

test('a post that is changed is the draft of itself', () => {
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

test('there is nothing to keep until something is written', () => {
  const start = draft()
  expect(saysSame({ ...start, tmpId: 'other', sent: 'maybe', link: '', fr: words(' ', '') }, start)).toBe(true)
  expect(saysSame({ ...start, en: words('', 'a') }, start)).toBe(false)
  expect(saysSame({ ...start, photo: 'new' }, { ...start, photo: 'new' })).toBe(false)
})

test('reads what it wrote, and nothing else', () => {
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

test('who changes one language is told that the other stays as it was', () => {
  const start = draft({ fr: words('Bonjour', 'Un mot'), en: words('Hello', 'A word') })
  expect(leftAsItWas(start, start)).toBeNull()
  expect(leftAsItWas({ ...start, fr: words('Bonsoir', 'Un mot') }, start)).toBe('en')
  expect(leftAsItWas({ ...start, en: words('Hello', 'Another word') }, start)).toBe('fr')
  expect(leftAsItWas({ ...start, fr: words('Bonsoir', ''), en: words('Hi', '') }, start)).toBeNull()
  const french = draft({ fr: words('Bonjour', 'Un mot') })
  expect(leftAsItWas({ ...french, fr: words('Bonsoir', '') }, french)).toBeNull()
})

test('a text after the media is sent with the rest; what was begun before there was one leaves it to the post', () => {
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
