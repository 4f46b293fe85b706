import { videoIdOf } from '@parvis/contract/publish.ts'

/** A pasted link is looked for in a text of at least this many characters. */
const MIN_LINK_TEXT_LENGTH = 8

const separator = /[\s,;]/
const blank = /\s/

/**
 * The last word of a text that a space, a line or a comma ends; found from the end, so that a long text costs no more
 * than a short one.
 */
const finishedWord = (text: string): string => {
  let end = text.length
  while (end > 0 && separator.test(text[end - 1]!)) end--
  if (end === text.length) return ''
  let start = end
  while (start > 0 && !blank.test(text[start - 1]!)) start--
  return text.slice(start, end)
}

/** The link to a video that a text has just been given: it ends the text, and a space, a line or a comma ends it. */
export const pastedVideo = (text: string): string | null => {
  if (text.length < MIN_LINK_TEXT_LENGTH) return null
  const link = finishedWord(text)
  return link && videoIdOf(link) ? link : null
}
