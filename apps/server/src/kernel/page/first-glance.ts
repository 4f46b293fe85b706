import { displayName, type Author } from '@parvis/contract/entity.ts'
import { languagesOf, textIn, type Language, type Localized } from '@parvis/contract/language.ts'
import { photoSources, type PhotoMedia } from '@parvis/contract/photo-sources.ts'

/** Where the answers of a page's first calls hold what a phone shows until the app has drawn itself: see `apps/web/build/first-screens.ts`. */
export interface Glance {
  kind: string
  bar?: string
  face: string
  name?: string
  words: string
  title: string
  text: string
  picture: string
  above?: Record<string, string>
  below?: Record<string, string>
  unless?: string
}

/** Safe inside an element and inside an attribute. */
export const attribute = (text: string): string => text.replace(/[&"<]/g, letter => `&#${letter.charCodeAt(0)};`)

/** What stands at `slides.0.photo` of an answer. */
export const at = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], answer)

/** Small ones wait for the picture that the screen is about. Who has none keeps its place, so that the words beside it stay where they are. */
const image = (className: string, uri: unknown) =>
  typeof uri === 'string'
    ? `<img class="${className}" src="${attribute(uri)}" fetchpriority="low" alt="">`
    : `<i class="${className}"></i>`
const thumb = (uri: unknown) => (typeof uri === 'string' ? `${uri}/thumb` : uri)

/**
 * The first words and the first picture of a screen as plain elements, hidden from screen readers, which wait for the real ones.
 * `answers`: what the page's calls answered, in their order; nothing where one failed. Empty when there are no words.
 */
export const glanceOf = (glance: Glance, answers: readonly unknown[], language: Language, sizes: string): string => {
  const read = (path: string) => at(answers, path)
  const entity = read(glance.words) as
    | (Record<string, string | null> & Localized<Record<string, string | null>>)
    | undefined
  if (!entity) return ''
  const written = languagesOf(entity, [glance.title, glance.text])
  const spoken = written.includes(language) ? language : written[0]
  const line = (className: string, field: string) => {
    const text = textIn(language, entity, field)
    return text ? `<span class="${className}">${attribute(text)}</span>` : ''
  }
  const blocks = (named: Record<string, string> = {}) =>
    Object.keys(named)
      .filter(name => read(named[name]!))
      .map(name => `<i class="${name}"></i>`)
      .join('')
  const author = glance.name === undefined ? undefined : (read(glance.name) as Author | undefined)
  const name = author && displayName(author)
  const place =
    glance.bar === undefined ? undefined : (read(glance.bar) as { name: string; logoUri: string | null } | undefined)
  const media = read(glance.picture) as PhotoMedia | null | undefined
  const { src, srcSet } = media ? photoSources(media) : { src: '', srcSet: '' }
  return [
    `<div class="glance" data-kind="${glance.kind}" aria-hidden="true">`,
    `<div class="bar">${place ? `${image('logo', thumb(place.logoUri))}<b>${attribute(place.name)}</b>` : `${image('mark', '/icon.svg')}Parvis`}</div>`,
    blocks(glance.above),
    '<div class="sheet">',
    `<div class="who">${image('face', thumb(read(glance.face)))}${name ? `<b>${attribute(name)}</b>` : ''}</div>`,
    `<div class="words" lang="${spoken}">${line('title', glance.title)}${line('text', glance.text)}</div>`,
    written.length > 1 ? '<i class="other"></i>' : '',
    blocks(glance.below),
    media
      ? `<img class="picture" src="${attribute(src)}" srcset="${attribute(srcSet)}" sizes="${attribute(sizes)}" width="${media.width}" height="${media.height}" fetchpriority="high" alt="">`
      : '',
    '</div></div>',
  ].join('')
}
