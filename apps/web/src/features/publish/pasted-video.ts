import { videoIdOf } from '@parvis/contract/publish.ts'

/** Returns the video link just typed or pasted at the end of a text, once a space, line break or comma follows. */
export const findPastedVideo = (text: string): string | null => {
  if (!/[\s,;]$/.test(text)) return null
  const words = text.split(/\s+/).map(word => word.replace(/[,;]+$/, ''))
  const link = words.filter(Boolean).at(-1) ?? ''
  return videoIdOf(link) ? link : null
}
