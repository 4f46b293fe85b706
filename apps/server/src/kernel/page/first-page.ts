import { setTimeout as wait } from 'node:timers/promises'
import type { Language, textIn } from '@parvis/contract/language.ts'
import { photoSources, type PhotoMedia } from '@parvis/contract/photo-sources.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { languageOf } from '../http/request-language.ts'
import { escapeHtml } from '../escape-html.ts'
import { type PreviewMedia, renderMetaTags, titleAndDescriptionPattern, valueAt } from './link-preview.ts'
import { type FirstPage, type MatchedPage, matchPage, readPageList, requestUrlOf } from './page-list.ts'
import { renderSkeleton } from './page-skeleton.ts'

interface Page {
  html: string
  isFound: boolean
}

/** Maximum wait for the embedded responses, in milliseconds. The app itself requests those that are missing. */
const MAX_WAIT_MS = 400

const pictureOf = ({ at: paths }: NonNullable<FirstPage['picture']>, answer: unknown) =>
  paths.map(path => valueAt(answer, path)).find(Boolean) as PreviewMedia | undefined

const preloadOf = (media: PhotoMedia, sizes: string) => {
  const { src, srcSet } = photoSources(media)
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(src)}" imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes)}">`
}

/** The URL of a request and its answer; `missing` when it is 404, null when it failed or was too slow. */
type FirstAnswer = [string, object] | 'missing' | null

const requestAnswer = async (app: FastifyInstance, request: FastifyRequest, url: string): Promise<FirstAnswer> => {
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

const requestAnswers = (
  app: FastifyInstance,
  request: FastifyRequest,
  { calls, parameters }: MatchedPage,
  maxWaitMs: number,
): Promise<FirstAnswer[]> => {
  const late = wait(maxWaitMs, null, { ref: false })
  return Promise.all(
    calls.map(call =>
      Promise.race([requestAnswer(app, request, requestUrlOf(call, parameters)).catch(() => null), late]),
    ),
  )
}

const renderHead = (
  { picture, files }: FirstPage,
  html: string,
  language: Language,
  media: PreviewMedia | undefined,
  answersByUrl: Record<string, object>,
  now: Date,
): string => {
  const { scripts, styles } = files[language]
  const isNew = (file: string) => !html.includes(`"${file}"`)
  return [
    picture && media ? preloadOf(media, picture.sizes) : '',
    ...styles.filter(isNew).map(file => `<link rel="stylesheet" crossorigin href="${escapeHtml(file)}">`),
    ...scripts
      .filter(isNew)
      .map(file => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${escapeHtml(file)}">`),
    // `<` is escaped, because `</script>` in a text would end the script element.
    `<script type="application/json" data-now="${now.getTime()}" id="first-answers">${JSON.stringify(answersByUrl).replaceAll('<', '\\u003c')}</script>`,
  ].join('')
}

const addLinkPreview = (
  html: string,
  { page, canonicalUrl }: MatchedPage,
  answer: object | undefined,
  language: Language,
  media: PreviewMedia | undefined,
): string => {
  if (!page.about || !answer) return html
  const about = Object.assign({ lang: { en: {} } }, answer) as Parameters<typeof textIn>[1]
  return html.replace(titleAndDescriptionPattern, () =>
    renderMetaTags(page.about!, about, language, canonicalUrl, media),
  )
}

const addSkeleton = (
  html: string,
  { of, bones = 'landing', title }: FirstPage,
  community: object | undefined,
  language: Language,
): string => {
  if (!community) return html
  return html.replace(
    '<div id="root">',
    tag =>
      `${tag}${renderSkeleton(community as Parameters<typeof renderSkeleton>[0], of, bones, title?.[language], language)}`,
  )
}

interface PageRenderer {
  app: FastifyInstance
  html: string
  pages: ReturnType<typeof readPageList>
  clock: Clock
  maxWaitMs: number
}

const renderFirstPage = async (
  { app, html, pages, clock, maxWaitMs }: PageRenderer,
  request: FastifyRequest,
  hasSession: boolean | undefined,
): Promise<Page> => {
  // The URL is concatenated, because a path that starts with two slashes would resolve to another host.
  const url = URL.parse(`${app.publicOrigin ?? `${request.protocol}://${request.host}`}${request.url}`)
  const match = url && matchPage(pages, url, hasSession)
  if (!match) return { html, isFound: true }
  const { page } = match
  const language = languageOf(request)
  const results = await requestAnswers(app, request, match, maxWaitMs)
  const answers = results.map(answer => (answer === 'missing' ? null : answer))
  const known = Object.fromEntries(answers.filter(answer => answer !== null))
  const media = page.picture && pictureOf(page.picture, answers[page.picture.call]?.[1])
  const head = renderHead(page, html, language, media, known, clock.now())
  const htmlWithPreview = addLinkPreview(html, match, answers[0]?.[1], language, media)
  const htmlWithSkeleton = addSkeleton(
    htmlWithPreview,
    page,
    page.frame === undefined ? undefined : answers[page.frame]?.[1],
    language,
  )
  // A shared page that does not exist is 404; the start page never is, as a new installation has no community yet.
  const isFound = url.pathname === '/' || !(page.about && results[0] === 'missing')
  return { html: htmlWithSkeleton.replace('</head>', () => `${head}</head>`), isFound }
}

/** Embeds the responses of the first API requests, which saves a round trip; leaves out failed and slow ones. */
export const createPageRenderer = (
  app: FastifyInstance,
  folder: string,
  html: string,
  clock: Clock,
  hasSession: (request: FastifyRequest) => Promise<boolean>,
  maxWaitMs = MAX_WAIT_MS,
) => {
  const pages = readPageList(folder)
  if (pages.some(({ about }) => about) && !titleAndDescriptionPattern.test(html))
    throw new Error('The built page has no title and description that those of a shared page could replace.')

  return async (request: FastifyRequest): Promise<Page> => {
    // If the session cannot be determined in time, the page omits it and the app requests it.
    const session = await Promise.race([
      hasSession(request).catch(() => undefined),
      wait(maxWaitMs, undefined, { ref: false }),
    ])
    const { html: page, isFound } = await renderFirstPage({ app, html, pages, clock, maxWaitMs }, request, session)
    const named =
      languageOf(request) === 'fr' ? page.replace('/manifest.webmanifest', '/manifest.fr.webmanifest') : page
    return {
      html: session === undefined ? named : named.replace('<html', `<html data-session="${session ? 'yes' : 'none'}"`),
      isFound,
    }
  }
}
