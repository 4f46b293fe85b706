import { videoIdOf } from '@parvis/contract/publish.ts'

const imageLink = /^https:\/\/\S+\.(?:jpe?g|gif|png|tiff|svg|webp)(?:[?#]\S*)?$/i
const lastWord = /(?:^|\s)(\S+)[\s,;]$/

export type AttachableLink = { kind: 'video'; videoId: string; link: string } | { kind: 'image'; link: string }

/** Finds the link to a picture or video at the end of a text, once a separator follows the link. */
export const findAttachableLink = (text: string): AttachableLink | null => {
  const link = lastWord.exec(text)?.[1]
  if (!link) return null
  const videoId = videoIdOf(link)
  if (videoId) return { kind: 'video', videoId, link }
  return imageLink.test(link) ? { kind: 'image', link } : null
}

/** Returns the text without the link that has become an attachment, and without the separator after the link. */
export const withoutLink = (text: string, link: string): string => {
  const at = text.lastIndexOf(link)
  return at === -1 ? text : `${text.slice(0, at)}${text.slice(at + link.length).replace(/^[\s,;]/, '')}`
}
