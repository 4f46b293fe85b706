import { MIN_LINK_TEXT_LENGTH } from '@parvis/contract/limits.ts'
import { videoIdOf } from '@parvis/contract/publish.ts'

const finishedLink = /(\S+?)[\s,;]+$/

/** The link to a video that a text has just been given: it ends the text, and a space, a line or a comma ends it. */
export const pastedVideo = (text: string): string | null => {
  if (text.length < MIN_LINK_TEXT_LENGTH) return null
  const link = finishedLink.exec(text)?.[1]
  return link && videoIdOf(link) ? link : null
}
