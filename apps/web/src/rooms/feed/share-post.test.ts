import { SHARE_LENGTH } from '@parvis/contract/limits.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { describe, expect, test } from 'vitest'
import { microblogText, sharedAddress, sharedText, shareLinks } from './share-post.ts'

const url = sharedAddress('0199f15d-9f9c-7de6-a71a-a6c1331d349f', 'https://parvis.example')
const lengthOf = (text: string) => [...`${text} ${url}`].length

describe('a microblog post', () => {
  test('says a short text as it is', () => expect(microblogText('Apéro samedi', url)).toBe('Apéro samedi'))

  test.each([SHARE_LENGTH - 1, SHARE_LENGTH, SHARE_LENGTH + 1, 5000])('of %i letters with its address is never longer than allowed', letters => {
    expect(lengthOf(microblogText('a'.repeat(letters), url))).toBe(SHARE_LENGTH)
  })

  test('of exactly the room there is, is not cut', () => {
    const text = 'a'.repeat(SHARE_LENGTH - [...url].length - 1)
    expect(microblogText(text, url)).toBe(text)
    expect(microblogText(`${text}b`, url)).toBe(`${text.slice(1)}…`)
  })

  test('is cut between characters, not within', () => {
    const cut = microblogText('🚲'.repeat(400), url)
    expect(lengthOf(cut)).toBe(SHARE_LENGTH)
    expect(cut).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })

  test.each(['e\u0301', '👨‍👩‍👧‍👦', '🇫🇷', '👍🏽'])('tears nothing from %s', letter => {
    const cut = microblogText(letter.repeat(400), url)
    expect(lengthOf(cut)).toBeLessThanOrEqual(SHARE_LENGTH)
    expect(cut.replaceAll(letter, '')).toBe('…')
  })

  test('leaves the address whole, however long it is', () => expect(microblogText('text', `https://a.example/${'b'.repeat(300)}`)).toBe(''))
})

test('what is shared is written so that no mark of it is taken for one of the address', () => {
  const { mail, x } = shareLinks('50 % & more?', url)
  expect(new URL(x).searchParams.get('text')).toBe('50 % & more?')
  expect(new URL(x).searchParams.get('url')).toBe(url)
  expect(mail).toContain('subject=50%20%25%20%26%20more%3F')
})

test('a post without a title is named by the beginning of its text', () => {
  const content = { title: ' ', description: 'Un  mot\n'.repeat(400), lang: { en: {} } } as LiveEvent['eventId']
  const said = sharedText('fr', { eventId: content })
  expect(said).toMatch(/^Un mot Un mot .*…$/)
  expect([...said].length).toBeLessThanOrEqual(SHARE_LENGTH)
})
