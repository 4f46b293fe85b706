// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { microblogText, shareLinks, SHARE_LENGTH } from './share-links.ts'

const url = 'https://parvis.example/detail-publication?id=0199f15d-9f9c-7de6-a71a-a6c1331d349f'
const lengthOf = (text: string) => [...`${text} ${url}`].length

describe('a microblog post', () => {
  test('says a short text as it is', () => expect(microblogText('Apéro samedi', url)).toBe('Apéro samedi'))

  test.each([SHARE_LENGTH - 1, SHARE_LENGTH, SHARE_LENGTH + 1, 5000])(
    'of %i letters with its address is never longer than allowed',
    letters => {
      expect(lengthOf(microblogText('a'.repeat(letters), url))).toBe(SHARE_LENGTH)
    },
  )

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

  test('leaves the address whole, however long it is', () =>
    expect(microblogText('text', `https://a.example/${'b'.repeat(300)}`)).toBe(''))
})

test('what is shared is written so that no mark of it is taken for one of the address', () => {
  const { mail, x, message } = shareLinks('50 % & more?', url)
  expect(new URL(x).searchParams.get('text')).toBe('50 % & more?')
  expect(new URL(x).searchParams.get('url')).toBe(url)
  expect(mail).toContain('subject=50%20%25%20%26%20more%3F')
  expect(message).toContain('body=50%20%25%20%26%20more%3F%0Ahttps%3A%2F%2F')
})
