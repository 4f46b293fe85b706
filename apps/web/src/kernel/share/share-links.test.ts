// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { microblogText, shareLinks, MAX_MICROBLOG_LENGTH } from './share-links.ts'

const url = 'https://parvis.example/detail-publication?id=0199f15d-9f9c-7de6-a71a-a6c1331d349f'
const lengthOf = (text: string) => [...`${text} ${url}`].length

describe('the text of a microblog post', () => {
  test('is not truncated if it is short', () => expect(microblogText('Apéro samedi', url)).toBe('Apéro samedi'))

  test.each([MAX_MICROBLOG_LENGTH - 1, MAX_MICROBLOG_LENGTH, MAX_MICROBLOG_LENGTH + 1, 5000])(
    'is truncated from %i characters to exactly the maximum length, which includes the URL',
    count => {
      expect(lengthOf(microblogText('a'.repeat(count), url))).toBe(MAX_MICROBLOG_LENGTH)
    },
  )

  test('is truncated only if it is longer than the space that the URL leaves', () => {
    const text = 'a'.repeat(MAX_MICROBLOG_LENGTH - [...url].length - 1)
    expect(microblogText(text, url)).toBe(text)
    expect(microblogText(`${text}b`, url)).toBe(`${text.slice(1)}…`)
  })

  test('is truncated between code points', () => {
    const truncated = microblogText('🚲'.repeat(400), url)
    expect(lengthOf(truncated)).toBe(MAX_MICROBLOG_LENGTH)
    expect(truncated).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })

  test.each(['e\u0301', '👨‍👩‍👧‍👦', '🇫🇷', '👍🏽'])('is truncated without splitting %s', letter => {
    const truncated = microblogText(letter.repeat(400), url)
    expect(lengthOf(truncated)).toBeLessThanOrEqual(MAX_MICROBLOG_LENGTH)
    expect(truncated.replaceAll(letter, '')).toBe('…')
  })

  test('is empty if the URL alone exceeds the limit', () =>
    expect(microblogText('text', `https://a.example/${'b'.repeat(300)}`)).toBe(''))
})

test('shareLinks encodes the text, so that the text cannot alter the share URL', () => {
  const { mail, x, message } = shareLinks('50 % & more?', url)
  expect(new URL(x).searchParams.get('text')).toBe('50 % & more?')
  expect(new URL(x).searchParams.get('url')).toBe(url)
  expect(mail).toContain('subject=50%20%25%20%26%20more%3F')
  expect(message).toContain('body=50%20%25%20%26%20more%3F%0Ahttps%3A%2F%2F')
})
