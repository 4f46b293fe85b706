import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { requestUrl } from '@parvis/contract/endpoint.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import { isCommunityUri } from '@parvis/contract/paths.ts'
import { mediaWidths } from '@parvis/contract/media.ts'
import { photoSources, type PhotoMedia } from '@parvis/contract/photo-sources.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { languageOf } from '../http/request-language.ts'

/** A call of the screen; a value that begins with a colon is that word of the address, with a question mark of its query. */
interface FirstCall {
  path: string
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/** What the build says of an address: `apps/web/build/first-screens.ts` writes it. */
interface FirstPage {
  page: string
  of: 'visitor' | 'member' | 'anybody'
  calls: FirstCall[]
  picture?: { call: number; at: string[]; sizes: string }
  about?: { title: string; description?: string; logo?: string }
  /** Whose page it is: the call that answers a name and a logo. */
  frame?: number
  /** What the screen looks like: the name of its bones. */
  bones?: keyof typeof bones
  /** What the screen is called. */
  title?: Record<Language, string>
  files: Record<Language, { scripts: string[]; styles: string[] }>
}

interface Page {
  html: string
  /** False where what its address shares is not there. */
  isThere: boolean
}

/** A page does not wait longer for its answers than this: the app asks for what is missing. */
const LONGEST_WAIT_MS = 400
/** Characters that a preview of a link shows at most. */
const PREVIEW_LENGTH = 200

const patternOf = (page: string) => new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`)

const decoded = (word: string) => {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

const filled = (values: Record<string, unknown> = {}, words: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value !== 'string'
        ? value
        : value.startsWith(':')
          ? decoded(words[value.slice(1)] ?? '')
          : value.startsWith('?')
            ? (words[value] ?? '')
            : value,
    ]),
  )

/** The address of a call as the app spells it, so that it finds the answer. */
const urlOf = ({ path, params, query }: FirstCall, words: Record<string, string>) =>
  requestUrl(path, filled(params, words), filled(query, words))

/** What the built page says of itself, however it is broken into lines. */
const ownWords = /<title>.*?<\/title>\s*<meta\s+name="description"[^>]*>/s

/** Safe inside an element and inside an attribute. */
const attribute = (text: string): string => text.replace(/[&"<]/g, letter => `&#${letter.charCodeAt(0)};`)

/** What stands at `slides.0.photo` of an answer. */
const at = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], answer)

type PreviewMedia = PhotoMedia & Parameters<typeof textIn>[1]

const pictureOf = ({ at: paths }: NonNullable<FirstPage['picture']>, answer: unknown) =>
  paths.map(path => at(answer, path)).find(Boolean) as PreviewMedia | undefined

const preloadOf = (media: PhotoMedia, sizes: string) => {
  const { src, srcSet } = photoSources(media)
  return `<link rel="preload" as="image" fetchpriority="high" href="${attribute(src)}" imagesrcset="${attribute(srcSet)}" imagesizes="${attribute(sizes)}">`
}

/** The words of the query that an address of this page stands for; what else is in it a sender's app has appended. */
const queryOf = ({ calls }: FirstPage, url: URL) =>
  calls
    .flatMap(({ params, query }) => Object.values({ ...params, ...query }))
    .filter(value => typeof value === 'string' && value.startsWith('?'))
    .map(value => {
      const name = String(value).slice(1)
      return [name, url.searchParams.get(name)] as const
    })

/** The picture as programs take it that read no WebP, and how large it comes. */
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
  const uri = logo && (at(answer, logo) as string | null | undefined)
  return uri ? { uri, alt: textIn(language, answer, title) ?? '', sizes: {} } : null
}

/** A page that is shared shows its name, its words and its picture wherever the link is pasted. */
const previewOf = (
  about: NonNullable<FirstPage['about']>,
  answer: Parameters<typeof textIn>[1],
  language: Language,
  address: URL,
  media: PreviewMedia | undefined,
): string => {
  const { title, description } = about
  const read = (field: string | undefined) => (field && textIn(language, answer, field)) ?? ''
  const short = read(description).replace(/\s+/g, ' ').slice(0, PREVIEW_LENGTH)
  const picture = previewPicture(about, answer, language, media)
  const named = (name: string, content: string) =>
    content ? `<meta property="${name}" content="${attribute(content)}">` : ''
  return [
    `<title>${attribute(read(title))}</title>`,
    short && `<meta name="description" content="${attribute(short)}">`,
    named('og:site_name', 'Parvis'),
    named('og:type', 'website'),
    named('og:title', read(title)),
    named('og:description', short),
    named('og:url', address.href),
    picture && named('og:image', new URL(`${picture.uri}/preview.jpg`, address).href),
    picture && named('og:image:type', 'image/jpeg'),
    ...Object.entries(picture?.sizes ?? {}).map(([name, pixels]) => named(`og:image:${name}`, String(pixels))),
    picture && named('og:image:alt', picture.alt),
    `<meta name="twitter:card" content="${media ? 'summary_large_image' : 'summary'}">`,
  ]
    .filter(Boolean)
    .join('')
}

/** In place of what comes: a paragraph is a row of small ones. */
const bones = {
  landing: '<i></i>',
  feed: `<i></i><p>${'<i></i>'.repeat(4)}</p><i></i><i></i>`,
  list: `<p>${'<i></i>'.repeat(4)}</p>${'<i></i>'.repeat(4)}`,
  one: '<i></i>',
}

/**
 * What stands there until the app has drawn itself, hidden from screen readers: `apps/web/src/ui/page-frame.css` looks
 * after it.
 */
const frameOf = (
  place: Parameters<typeof textIn>[1] & { name: string; logoUri: string | null; city?: string | null },
  of: FirstPage['of'],
  screen: keyof typeof bones,
  title: string | undefined,
  language: Language,
) => {
  const { name, logoUri, city } = place
  const description = textIn(language, place, 'description')
  const below =
    of === 'visitor'
      ? description && `<small lang="${language}">${attribute(description)}</small>`
      : city && `<small>${attribute(city)}</small>`
  return [
    `<div class="page-frame" data-of="${of}" data-screen="${screen}" aria-hidden="true">`,
    `<header><img src="${attribute(logoUri ? `${logoUri}/thumb` : '/icon.svg')}" fetchpriority="low" alt="">`,
    `<span><b>${attribute(name)}</b>${below ?? ''}</span></header>`,
    `<div>${title ? `<b lang="${language}">${attribute(title)}</b>` : ''}${bones[screen]}</div></div>`,
  ].join('')
}

/**
 * Makes the page of an address: the built one, with everything that its first screen needs named in its head and the
 * answers of its first calls inside, so that a slow network is crossed once. Answers are those that the caller's own
 * calls would get, worked out by the same routes; what fails or takes long is left out. It also says whether somebody
 * is signed in, which the cookie tells `hasSession` and no script can read, and what time it is here.
 */
export const makeFirstPages = (
  app: FastifyInstance,
  folder: string,
  html: string,
  clock: Clock,
  hasSession: (request: FastifyRequest) => Promise<boolean>,
  longestWaitMs = LONGEST_WAIT_MS,
) => {
  const told = join(folder, '.vite/pages.json')
  const pages = existsSync(told)
    ? (JSON.parse(readFileSync(told, 'utf8')) as FirstPage[]).map(page => ({ ...page, pattern: patternOf(page.page) }))
    : []
  if (pages.some(({ about }) => about) && !ownWords.test(html))
    throw new Error('The built page has no title and description in whose place those of a shared page could stand.')

  const answerOf = async (request: FastifyRequest, url: string): Promise<[string, object] | 'missing' | null> => {
    const { cookie, 'x-forwarded-for': forwarded } = request.headers
    const reply = await app.inject({
      method: 'GET',
      url,
      remoteAddress: request.ip,
      headers: {
        accept: 'application/json',
        ...(cookie && { cookie }),
        ...(forwarded && { 'x-forwarded-for': forwarded }),
      },
    })
    if (reply.statusCode === 404) return 'missing'
    return reply.statusCode === 200 ? [url, reply.json<object>()] : null
  }

  const firstPage = async (request: FastifyRequest, session: boolean | undefined): Promise<Page> => {
    // put together, not resolved: an address that begins with two slashes would name another host
    const url = URL.parse(`${app.publicOrigin ?? `${request.protocol}://${request.host}`}${request.url}`)
    if (!url) return { html, isThere: true }
    const { pathname, search } = url
    const of = session === false ? 'visitor' : 'member'
    const page = pages.find(one => (one.of === of || one.of === 'anybody') && one.pattern.test(pathname))
    const inPath = page?.pattern.exec(pathname)?.groups ?? {}
    if (!page || (inPath.c !== undefined && !isCommunityUri(inPath.c))) return { html, isThere: true }
    const inQuery = queryOf(page, url)
    if (inQuery.some(([, value]) => !value)) return { html, isThere: true }
    const words = { ...inPath, ...Object.fromEntries(inQuery.map(([name, value]) => [`?${name}`, value!])) }
    const address = new URL(url.origin)
    address.pathname = pathname
    for (const [name, value] of inQuery) address.searchParams.set(name, value!)
    const language = languageOf(request)
    const { scripts, styles } = page.files[language]
    const late = wait(longestWaitMs, null, { ref: false })
    // an address with a query of its own begins with other calls; what is shared is the same whatever a sender appended
    const calls = search === '' || page.about ? page.calls : page.calls.filter(call => !call.query)
    const told = await Promise.all(
      calls.map(call => Promise.race([answerOf(request, urlOf(call, words)).catch(() => null), late])),
    )
    const answers = told.map(answer => (answer === 'missing' ? null : answer))
    const known = Object.fromEntries(answers.filter(answer => answer !== null))
    const media = page.picture && pictureOf(page.picture, answers[page.picture.call]?.[1])
    const [first] = answers
    // a name may be the same in every language
    const about = page.about && first && (Object.assign({ lang: { en: {} } }, first[1]) as Parameters<typeof textIn>[1])
    const isNew = (file: string) => !html.includes(`"${file}"`)
    const head = [
      page.picture && media ? preloadOf(media, page.picture.sizes) : '',
      ...styles.filter(isNew).map(file => `<link rel="stylesheet" crossorigin href="${attribute(file)}">`),
      ...scripts
        .filter(isNew)
        .map(file => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${attribute(file)}">`),
      // a less-than sign would let a text end the element
      `<script type="application/json" data-now="${clock.now().getTime()}" id="first-answers">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`,
    ].join('')
    const named =
      page.about && about ? html.replace(ownWords, () => previewOf(page.about!, about, language, address, media)) : html
    const place = page.frame === undefined ? undefined : answers[page.frame]?.[1]
    const shown = place
      ? named.replace(
          '<div id="root">',
          tag =>
            `${tag}${frameOf(place as Parameters<typeof frameOf>[0], page.of, page.bones ?? 'landing', page.title?.[language], language)}`,
        )
      : named
    // what is shared under this address is gone: the page says so, and who reads statuses alone hears it too
    // the start names nothing: before there is a community it leads on, and whoever watches the server asks for it first
    const isThere = pathname === '/' || !(page.about && told[0] === 'missing')
    return { html: shown.replace('</head>', () => `${head}</head>`), isThere }
  }

  return async (request: FastifyRequest): Promise<Page> => {
    // where it cannot be known now, the page does not say it, and the app asks
    const session = await Promise.race([
      hasSession(request).catch(() => undefined),
      wait(longestWaitMs, undefined, { ref: false }),
    ])
    const { html: page, isThere } = await firstPage(request, session)
    // installed, the app is called and begun in its reader's language
    const named =
      languageOf(request) === 'fr' ? page.replace('/manifest.webmanifest', '/manifest.fr.webmanifest') : page
    return {
      html: session === undefined ? named : named.replace('<html', `<html data-session="${session ? 'yes' : 'none'}"`),
      isThere,
    }
  }
}
