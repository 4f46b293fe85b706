import { videoIdOf } from '@parvis/contract/publish.ts'

/** Shorter texts are not searched for a link. */
const MIN_LINK_TEXT_LENGTH = 8

const separator = /[\s,;]/
const blank = /\s/

/**
 * The last word of a text, once a space, a line break or a comma ends it. Searched from the end, so that a long text
 * costs no more than a short one.
 */
const finishedWord = (text: string): string => {
  let end = text.length
  while (end > 0 && separator.test(text[end - 1]!)) end--
  if (end === text.length) return ''
  let start = end
  while (start > 0 && !blank.test(text[start - 1]!)) start--
  return text.slice(start, end)
}

/** The video link that was just added at the end of a text, once a space, a line break or a comma follows it. */
export const findPastedVideo = (text: string): string | null => {
  if (text.length < MIN_LINK_TEXT_LENGTH) return null
  const link = finishedWord(text)
  return link && videoIdOf(link) ? link : null
}
