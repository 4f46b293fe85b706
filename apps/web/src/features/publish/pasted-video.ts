import { videoIdOf } from '@parvis/contract/publish.ts'

/** Minimum length of a text that can contain a video link. */
const MIN_LINK_TEXT_LENGTH = 8

const separator = /[\s,;]/
const blank = /\s/

/** Searches from the end, so that a long text takes no longer than a short one. Empty until the word is ended. */
const finishedWord = (text: string): string => {
  let end = text.length
  while (end > 0 && separator.test(text[end - 1]!)) end--
  if (end === text.length) return ''
  let start = end
  while (start > 0 && !blank.test(text[start - 1]!)) start--
  return text.slice(start, end)
}

/** Returns the video link just typed or pasted at the end of a text, once a space, line break or comma follows. */
export const findPastedVideo = (text: string): string | null => {
  if (text.length < MIN_LINK_TEXT_LENGTH) return null
  const link = finishedWord(text)
  return link && videoIdOf(link) ? link : null
}
