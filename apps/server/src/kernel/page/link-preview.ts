import { textIn, type Language } from '@parvis/contract/language.ts'
import { mediaWidths } from '@parvis/contract/media.ts'
import type { PhotoMedia } from '@parvis/contract/photo-sources.ts'
import { escapeHtml } from '../escape-html.ts'
import type { FirstPage } from './page-list.ts'

const PREVIEW_LENGTH = 200

export const titleAndDescriptionPattern = /<title>.*?<\/title>\s*<meta\s+name="description"[^>]*>/s

/** A picture with its alternative text. */
export type PreviewMedia = PhotoMedia & Parameters<typeof textIn>[1]

/** Reads a field of an answer by its path, such as `media.photo`. */
export const valueAt = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], answer)

/** The link preview's picture as JPEG with its size, for programs that do not support WebP. */
const previewPicture = (
  { title, logo }: NonNullable<FirstPage['about']>,
  answer: Parameters<typeof textIn>[1],
  language: Language,
  media: PreviewMedia | undefined,
) => {
  if (media) {
    const share = Math.min(1, mediaWidths.card / Math.max(media.width, media.height))
    return {
      uri: media.uri,
      alt: textIn(language, media, 'alt') ?? '',
      sizes: { width: Math.round(media.width * share), height: Math.round(media.height * share) },
    }
  }
  const uri = logo && (valueAt(answer, logo) as string | null | undefined)
  return uri ? { uri, alt: textIn(language, answer, title) ?? '', sizes: {} } : null
}

export const renderMetaTags = (
  about: NonNullable<FirstPage['about']>,
  answer: Parameters<typeof textIn>[1],
  language: Language,
  pageUrl: URL,
  media: PreviewMedia | undefined,
): string => {
  const { title, description } = about
  const read = (field: string | undefined) => (field && textIn(language, answer, field)) ?? ''
  const short = read(description).replace(/\s+/g, ' ').slice(0, PREVIEW_LENGTH)
  const picture = previewPicture(about, answer, language, media)
  const named = (name: string, content: string) =>
    content ? `<meta property="${name}" content="${escapeHtml(content)}">` : ''
  return [
    `<title>${escapeHtml(read(title))}</title>`,
    short && `<meta name="description" content="${escapeHtml(short)}">`,
    named('og:site_name', 'Parvis'),
    named('og:type', 'website'),
    named('og:title', read(title)),
    named('og:description', short),
    named('og:url', pageUrl.href),
    picture && named('og:image', new URL(`${picture.uri}/preview.jpg`, pageUrl).href),
    picture && named('og:image:type', 'image/jpeg'),
    ...Object.entries(picture?.sizes ?? {}).map(([name, pixels]) => named(`og:image:${name}`, String(pixels))),
    picture && named('og:image:alt', picture.alt),
    `<meta name="twitter:card" content="${media ? 'summary_large_image' : 'summary'}">`,
  ]
    .filter(Boolean)
    .join('')
}
