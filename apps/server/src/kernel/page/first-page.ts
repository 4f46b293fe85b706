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

/** An API request of the first screen. `:name` stands for a path segment, `?name` for a query parameter. */
interface FirstCall {
  path: string
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/** An entry of the build's page list, written by `apps/web/build/first-screens.ts`. */
interface FirstPage {
  page: string
  of: 'visitor' | 'member' | 'anybody'
  calls: FirstCall[]
  picture?: { call: number; at: string[]; sizes: string }
  about?: { title: string; description?: string; logo?: string }
  frame?: number
  bones?: keyof typeof bones
  title?: Record<Language, string>
  files: Record<Language, { scripts: string[]; styles: string[] }>
}

interface Page {
  html: string
  isFound: boolean
}

/** Maximum wait for the embedded responses: the app itself requests those that are missing. */
const MAX_WAIT_MS = 400
const PREVIEW_LENGTH = 200

const patternOf = (page: string) => new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`)

const decodeSegment = (word: string) => {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

const fillPlaceholders = (values: Record<string, unknown> = {}, parameters: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value !== 'string'
        ? value
        : value.startsWith(':')
          ? decodeSegment(parameters[value.slice(1)] ?? '')
          : value.startsWith('?')
            ? (parameters[value] ?? '')
            : value,
    ]),
  )

/** The request URL exactly as the app builds it: the app looks up the embedded response by this URL. */
const urlOf = ({ path, params, query }: FirstCall, parameters: Record<string, string>) =>
  requestUrl(path, fillPlaceholders(params, parameters), fillPlaceholders(query, parameters))

const titleAndDescription = /<title>.*?<\/title>\s*<meta\s+name="description"[^>]*>/s

const escapeHtml = (text: string): string => text.replace(/[&"<]/g, letter => `&#${letter.charCodeAt(0)};`)

const at = (answer: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], answer)

type PreviewMedia = PhotoMedia & Parameters<typeof textIn>[1]

const pictureOf = ({ at: paths }: NonNullable<FirstPage['picture']>, answer: unknown) =>
  paths.map(path => at(answer, path)).find(Boolean) as PreviewMedia | undefined

const preloadOf = (media: PhotoMedia, sizes: string) => {
  const { src, srcSet } = photoSources(media)
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(src)}" imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}">`
}

/** The query parameters that this page uses; apps that share links may have appended others. */
const queryOf = ({ calls }: FirstPage, url: URL) =>
  calls
    .flatMap(({ params, query }) => Object.values({ ...params, ...query }))
    .filter(value => typeof value === 'string' && value.startsWith('?'))
    .map(value => {
      const name = String(value).slice(1)
      return [name, url.searchParams.get(name)] as const
    })

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
  const uri = logo && (at(answer, logo) as string | null | undefined)
  return uri ? { uri, alt: textIn(language, answer, title) ?? '', sizes: {} } : null
}

const renderMetaTags = (
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
    content ? `<meta property="${name}" content="${escapeHtml(content)}">` : ''
  return [
    `<title>${escapeHtml(read(title))}</title>`,
    short && `<meta name="description" content="${escapeHtml(short)}">`,
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

const bones = {
  landing: '<i></i>',
  feed: `<i></i><p>${'<i></i>'.repeat(4)}</p><i></i><i></i>`,
  list: `<p>${'<i></i>'.repeat(4)}</p>${'<i></i>'.repeat(4)}`,
  one: '<i></i>',
}

/** The skeleton shown until the app has rendered, styled by `apps/web/src/ui/page-frame.css`. */
const renderSkeleton = (
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
      ? description && `<small lang="${language}">${escapeHtml(description)}</small>`
      : city && `<small>${escapeHtml(city)}</small>`
  return [
    `<div class="page-frame" data-of="${of}" data-screen="${screen}" aria-hidden="true">`,
    `<header><img src="${escapeHtml(logoUri ? `${logoUri}/thumb` : '/icon.svg')}" fetchpriority="low" alt="">`,
    `<span><b>${escapeHtml(name)}</b>${below ?? ''}</span></header>`,
    `<div>${title ? `<b lang="${language}">${escapeHtml(title)}</b>` : ''}${bones[screen]}</div></div>`,
  ].join('')
}

/** Embeds the responses of the first API requests, which saves a round trip; failed and slow responses are left out. */
export const createPageRenderer = (
  app: FastifyInstance,
  folder: string,
  html: string,
  clock: Clock,
  hasSession: (request: FastifyRequest) => Promise<boolean>,
  maxWaitMs = MAX_WAIT_MS,
) => {
  const told = join(folder, '.vite/pages.json')
  const pages = existsSync(told)
    ? (JSON.parse(readFileSync(told, 'utf8')) as FirstPage[]).map(page => ({ ...page, pattern: patternOf(page.page) }))
    : []
  if (pages.some(({ about }) => about) && !titleAndDescription.test(html))
    throw new Error('The built page has no title and description that those of a shared page could replace.')

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
    // The URL is concatenated, because a path that starts with two slashes would resolve to another host.
    const url = URL.parse(`${app.publicOrigin ?? `${request.protocol}://${request.host}`}${request.url}`)
    if (!url) return { html, isFound: true }
    const { pathname, search } = url
    const of = session === false ? 'visitor' : 'member'
    const page = pages.find(one => (one.of === of || one.of === 'anybody') && one.pattern.test(pathname))
    const inPath = page?.pattern.exec(pathname)?.groups ?? {}
    if (!page || (inPath.c !== undefined && !isCommunityUri(inPath.c))) return { html, isFound: true }
    const inQuery = queryOf(page, url)
    if (inQuery.some(([, value]) => !value)) return { html, isFound: true }
    const parameters = { ...inPath, ...Object.fromEntries(inQuery.map(([name, value]) => [`?${name}`, value!])) }
    const address = new URL(url.origin)
    address.pathname = pathname
    for (const [name, value] of inQuery) address.searchParams.set(name, value!)
    const language = languageOf(request)
    const { scripts, styles } = page.files[language]
    const late = wait(maxWaitMs, null, { ref: false })
    // A URL with its own query needs other responses; on a shared page appended parameters are ignored.
    const calls = search === '' || page.about ? page.calls : page.calls.filter(call => !call.query)
    const results = await Promise.all(
      calls.map(call => Promise.race([answerOf(request, urlOf(call, parameters)).catch(() => null), late])),
    )
    const answers = results.map(answer => (answer === 'missing' ? null : answer))
    const known = Object.fromEntries(answers.filter(answer => answer !== null))
    const media = page.picture && pictureOf(page.picture, answers[page.picture.call]?.[1])
    const [first] = answers
    const about = page.about && first && (Object.assign({ lang: { en: {} } }, first[1]) as Parameters<typeof textIn>[1])
    const isNew = (file: string) => !html.includes(`"${file}"`)
    const head = [
      page.picture && media ? preloadOf(media, page.picture.sizes) : '',
      ...styles.filter(isNew).map(file => `<link rel="stylesheet" crossorigin href="${escapeHtml(file)}">`),
      ...scripts
        .filter(isNew)
        .map(file => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${escapeHtml(file)}">`),
      // `<` is escaped, because `</script>` in a text would end the script element.
      `<script type="application/json" data-now="${clock.now().getTime()}" id="first-answers">${JSON.stringify(known).replaceAll('<', '\\u003c')}</script>`,
    ].join('')
    const named =
      page.about && about
        ? html.replace(titleAndDescription, () => renderMetaTags(page.about!, about, language, address, media))
        : html
    const place = page.frame === undefined ? undefined : answers[page.frame]?.[1]
    const shown = place
      ? named.replace(
          '<div id="root">',
          tag =>
            `${tag}${renderSkeleton(place as Parameters<typeof renderSkeleton>[0], page.of, page.bones ?? 'landing', page.title?.[language], language)}`,
        )
      : named
    // A shared page that does not exist is 404; the start page never is, as a new installation has no community yet.
    const isFound = pathname === '/' || !(page.about && results[0] === 'missing')
    return { html: shown.replace('</head>', () => `${head}</head>`), isFound }
  }

  return async (request: FastifyRequest): Promise<Page> => {
    // If the session cannot be determined in time, the page omits it and the app requests it.
    const session = await Promise.race([
      hasSession(request).catch(() => undefined),
      wait(maxWaitMs, undefined, { ref: false }),
    ])
    const { html: page, isFound } = await firstPage(request, session)
    const named =
      languageOf(request) === 'fr' ? page.replace('/manifest.webmanifest', '/manifest.fr.webmanifest') : page
    return {
      html: session === undefined ? named : named.replace('<html', `<html data-session="${session ? 'yes' : 'none'}"`),
      isFound,
    }
  }
}
