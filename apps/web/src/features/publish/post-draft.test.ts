// @vitest-environment node
import type { FeedPost } from '@parvis/contract/feed.ts'
import { MAX_ALT_LENGTH } from '@parvis/contract/media.ts'
import { MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import { expect, test } from 'vitest'
import {
  bodyOf,
  validateDraft,
  draftOf,
  languageTooLong,
  findUnchangedLanguage,
  newDraft,
  parseDraft,
  hasSameContent,
  languagesWithText,
  type PostDraft,
} from './post-draft.ts'

const texts = (title: string, description: string, alt = '') => ({ title, description, alt })
const draft = (patch: Partial<PostDraft> = {}): PostDraft => ({ ...newDraft(), ...patch })

test('validateDraft requires a text in one of the languages, or a photo', () => {
  expect(validateDraft(draft({ fr: texts('Un titre', '  ') }))).toEqual({
    key: 'descriptionmandatory',
    field: 'description',
  })
  expect(validateDraft(draft({ en: texts('', 'Hello') }))).toBeNull()
  expect(validateDraft(draft({ photo: 'stored' }))).toBeNull()
})

test('languageTooLong returns the language of a text over its limit, among the texts that are sent', () => {
  expect(languageTooLong(draft({ fr: texts('a'.repeat(MAX_TITLE_LENGTH), '') }))).toBeUndefined()
  expect(languageTooLong(draft({ fr: texts('a'.repeat(MAX_TITLE_LENGTH + 1), '') }))).toBe('fr')
  // The alt text is only sent with a photo.
  const en = texts('', '', 'a'.repeat(MAX_ALT_LENGTH + 1))
  expect([languageTooLong(draft({ en })), languageTooLong(draft({ en, photo: 'new' }))]).toEqual([undefined, 'en'])
})

test('validateDraft rejects a link that leads to no video, and ignores an empty link; bodyOf extracts the video id', () => {
  const text = { en: texts('', 'Hello') }
  expect(validateDraft(draft({ ...text, link: 'https://example.org/film' }))).toEqual({
    key: 'invalidvideolink',
    field: 'youtubeVideoId',
  })
  // A word of eleven letters must not be taken for a video id.
  expect(validateDraft(draft({ ...text, link: 'hello-world' }))?.key).toBe('invalidvideolink')
  expect(validateDraft(draft({ ...text, link: ' ' }))).toBeNull()
  expect(bodyOf(draft({ ...text, link: ' https://www.youtube.com/watch?t=3&v=dQw4w9WgXcQ ' })).youtubeVideoId).toBe(
    'dQw4w9WgXcQ',
  )
})

test('bodyOf trims texts, and sends null for empty ones', () => {
  const sent = draft({ fr: texts(' Un chat ', ' Perdu ', 'roux'), en: texts('', ''), channelId: 'c1' })
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

test('bodyOf contains alt texts only with a photo, and omits an unchanged photo', () => {
  const body = bodyOf(draft({ photo: 'stored', fr: texts('', '', 'Un chat roux'), en: texts('', '', 'A ginger cat') }))
  expect(body).toMatchObject({ alt: 'Un chat roux', lang: { en: { alt: 'A ginger cat' } } })
  expect(body).not.toHaveProperty('photoUri')
  expect(body).not.toHaveProperty('channelsIds')
})

test('draftOf and bodyOf preserve the texts, the video and the alt text of a post', () => {
  const event = {
    eventId: { title: null, description: 'Bonjour', lang: { en: { title: 'Hello' } }, youtubeVideoId: 'dQw4w9WgXcQ' },
    photo: { alt: null, lang: { en: { alt: 'A cat' } } },
    channelsIds: ['c1'],
  } as unknown as FeedPost
  const fromPost = draftOf(event)
  expect(fromPost).toMatchObject({
    fr: texts('', 'Bonjour'),
    en: texts('Hello', '', 'A cat'),
    link: 'https://youtu.be/dQw4w9WgXcQ',
    photo: 'stored',
    channelId: null,
  })
  expect(bodyOf(fromPost)).toMatchObject({
    title: null,
    description: 'Bonjour',
    youtubeVideoId: 'dQw4w9WgXcQ',
    lang: { en: { title: 'Hello', description: null, alt: 'A cat' } },
  })
  expect(languagesWithText(fromPost)).toEqual(['en', 'fr'])
})

test('hasSameContent ignores the idempotency key and surrounding spaces, and is false for any new photo', () => {
  const start = draft()
  expect(hasSameContent({ ...start, tmpId: 'other', sent: 'maybe', link: '', fr: texts(' ', '') }, start)).toBe(true)
  expect(hasSameContent({ ...start, en: texts('', 'a') }, start)).toBe(false)
  expect(hasSameContent({ ...start, photo: 'new' }, { ...start, photo: 'new' })).toBe(false)
})

test('parseDraft accepts stored drafts, and drops what has another shape', () => {
  const good = draft({ en: texts('', 'Hello'), link: '', sent: 'changed' })
  expect(parseDraft(JSON.parse(JSON.stringify(good)))).toEqual(good)
  for (const bad of [null, 7, 'x', [], {}]) expect(parseDraft(bad)).toBeNull()
  const { fr } = newDraft()
  expect(parseDraft({ ...good, fr: undefined, photo: 'x', link: 3, when: 7 })).toEqual({ ...good, fr, link: null })
  expect(parseDraft({ ...good, en: { title: 1 } })?.en).toEqual(fr)
  expect(parseDraft({ ...good, tmpId: null })?.tmpId).toEqual(expect.any(String))
})

test('findUnchangedLanguage returns the language that is unchanged while the other was edited', () => {
  const start = draft({ fr: texts('Bonjour', 'Un mot'), en: texts('Hello', 'A word') })
  expect(findUnchangedLanguage(start, start)).toBeNull()
  expect(findUnchangedLanguage({ ...start, fr: texts('Bonsoir', 'Un mot') }, start)).toBe('en')
  expect(findUnchangedLanguage({ ...start, en: texts('Hello', 'Another word') }, start)).toBe('fr')
  expect(findUnchangedLanguage({ ...start, fr: texts('Bonsoir', ''), en: texts('Hi', '') }, start)).toBeNull()
  const french = draft({ fr: texts('Bonjour', 'Un mot') })
  expect(findUnchangedLanguage({ ...french, fr: texts('Bonsoir', '') }, french)).toBeNull()
})

test('bodyOf contains the text after the media, except for drafts older than this field', () => {
  const { after: _, ...older } = newDraft().fr
  const olderDraft = { ...newDraft(), fr: older, en: { ...older, description: 'Found' } }
  expect(parseDraft(olderDraft)).toEqual(olderDraft)
  expect('postDescription' in bodyOf(olderDraft)).toBe(false)
  expect('postDescription' in bodyOf(olderDraft).lang!.en!).toBe(false)
  const written = { ...olderDraft, fr: { ...older, after: ' Merci ' }, en: { ...older, after: '' } }
  expect(bodyOf(written)).toMatchObject({ postDescription: 'Merci', lang: { en: { postDescription: null } } })
  expect(hasSameContent(written, olderDraft)).toBe(false)
  expect(languagesWithText(written)).toEqual(['fr'])
})
