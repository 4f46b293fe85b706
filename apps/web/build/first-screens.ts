import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { getCommunity, getCurrentCommunity } from '../../../packages/contract/src/community.ts'
import { getDeal, listDealCategories, listDeals } from '../../../packages/contract/src/deals.ts'
import type { Endpoint, Params, Query } from '../../../packages/contract/src/endpoint.ts'
import { getEventCommunity, listEvents } from '../../../packages/contract/src/feed.ts'
import { getProfile } from '../../../packages/contract/src/profile.ts'
import { getSession } from '../../../packages/contract/src/session.ts'
import { languages, type Language } from '../../../packages/contract/src/language.ts'
import { firstPage } from '../src/kernel/http/pages.ts'
import type { TextKey } from '../src/kernel/text/text-keys.ts'
import { photoSizes } from '../src/ui/photo-sizes.ts'
import { readTexts } from './messages.ts'
import { filesOfRoute, routesOf, type Manifest } from './manifest.ts'

/** A request whose response is embedded in the page; `:word` is a path and `?word` a query parameter of its URL. */
interface FirstCall {
  path: string
  params?: object
  query?: object
}

interface Content {
  calls: readonly FirstCall[]
  /** The picture to preload: in the response of the call with index `call`, the first of the paths `at` that exists. */
  picture?: { call: number; at: readonly string[]; sizes: string }
  title?: TextKey
  /** The kind of skeleton shown until the screen renders, styled by `ui/page-frame.css`. */
  bones?: 'landing' | 'feed' | 'list' | 'one'
}

interface FirstPage extends Content {
  page: string
  of: 'visitor' | 'member' | 'anybody'
  route: string
  /** The fields of the first call's response for link previews; without a picture, the preview shows the logo. */
  about?: { title: string; description?: string; logo?: string }
  /** The index of the call whose response contains the community's name and logo. */
  frame?: number
}

const firstCall = <E extends Endpoint>(
  { path }: E,
  options: { params?: Params<E>; query?: { [K in keyof Query<E>]: Query<E>[K] | string } } = {},
): FirstCall => ({ path, ...options })

const community = firstCall(getCommunity, { params: { idOrUri: ':c' } })
const visitor = {
  of: 'visitor',
  route: '$c/_landing/index',
  calls: [community],
  picture: { call: 0, at: ['slides.0.photo'], sizes: photoSizes.slide },
  about: { title: 'name', description: 'description', logo: 'logoUri' },
  frame: 0,
  bones: 'landing',
} as const
const memberCalls = [firstCall(getSession), community]

const contents: Record<string, Content> = {
  '$c/_app/actualites': {
    calls: [firstCall(listEvents, { query: { ...firstPage, filter: 'all' } })],
    picture: { call: 2, at: ['docs.0.photo', 'docs.1.photo'], sizes: photoSizes.column },
    title: 'feed.title',
    bones: 'feed',
  },
  '$c/_app/vie-locale': {
    calls: [firstCall(listDealCategories), firstCall(listDeals, { query: firstPage })],
    picture: { call: 3, at: ['docs.0.photo'], sizes: photoSizes.half },
    title: 'deals.title',
    bones: 'list',
  },
  // The weather page embeds no data, because it must not wait for the weather provider.
  '$c/_app/meteo': { calls: [], title: 'weather.title', bones: 'list' },
  '$c/_app/actualites_.publication': { calls: [], title: 'post.title' },
}

/** The URLs of a route (two if a parameter is optional): `$c/_app/meteo` → `/:c/meteo`. */
const urlsOf = (route: string): string[] => {
  const words = route.split(/[/.]/).filter(word => !word.startsWith('_'))
  const written = (all: readonly string[]) =>
    `/${all.map(word => word.replace(/^(?:\{-)?\$(\w+)\}?/, ':$1').replace(/_$/, '')).join('/')}`
  const required = words.filter(word => !word.startsWith('{-'))
  return required.length < words.length ? [written(words), written(required)] : [written(words)]
}

const membersPages = (manifest: Manifest): FirstPage[] =>
  routesOf(manifest)
    .filter(route => route.startsWith('$c/_app/'))
    .flatMap(route =>
      urlsOf(route).map((page): FirstPage => ({
        page,
        of: 'member',
        route,
        bones: 'one',
        ...contents[route],
        calls: [...memberCalls, ...(contents[route]?.calls ?? [])],
        frame: 1,
      })),
    )

const routeOpenToVisitors = '$c/_app/informations'

/** The members’ pages as visitors receive them: with a link preview, because members share their URLs. */
const sharedPages = (manifest: Manifest): FirstPage[] =>
  membersPages(manifest).map(({ page, route }) => ({
    page,
    of: 'visitor',
    route: route === routeOpenToVisitors ? route : visitor.route,
    calls: visitor.calls,
    about: visitor.about,
  }))

/** All pages with their content; the server uses the first one that matches the URL. */
const pagesOf = (manifest: Manifest): FirstPage[] => [
  {
    page: '/detail-publication',
    of: 'anybody',
    route: 'detail-publication',
    calls: [firstCall(getEventCommunity, { params: { id: '?id' } })],
    about: { title: 'name', logo: 'logoUri' },
  },
  { ...visitor, page: '/', calls: [firstCall(getCurrentCommunity)] },
  { page: '/', of: 'member', route: '$c/_app/actualites', calls: [firstCall(getSession)] },
  { ...visitor, page: '/:c' },
  {
    page: '/:c',
    of: 'member',
    route: '$c/_app/actualites',
    calls: memberCalls,
    frame: 1,
    title: 'feed.title',
    bones: 'feed',
  },
  { ...visitor, page: '/:c/connexion', route: '$c/_landing/connexion' },
  ...membersPages(manifest),
  {
    page: '/:c/enregistrement',
    of: 'member',
    route: '$c/enregistrement',
    calls: [...memberCalls, firstCall(getProfile)],
  },
  {
    page: '/:city/vie-locale/:ad',
    of: 'anybody',
    route: '$c/vie-locale.$ad',
    calls: [firstCall(getDeal, { query: { cityUri: ':city', adUri: ':ad' } })],
    picture: { call: 0, at: ['photo'], sizes: photoSizes.column },
    about: { title: 'title', description: 'description' },
  },
  ...sharedPages(manifest),
]

const textsAt = (key: TextKey) =>
  Object.fromEntries(languages.map(language => [language, readTexts(language)[key]!])) as Record<Language, string>

/** Writes `pages.json`, which tells the server what to embed in the page of each URL. */
export const firstScreens = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'parvis:first-screens',
    apply: 'build',
    configResolved: resolved => {
      config = resolved
    },
    writeBundle: {
      order: 'post',
      handler() {
        const folder = join(resolve(config.root, config.build.outDir), '.vite')
        const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest
        const pages = pagesOf(manifest).map(({ route, title, ...page }) => ({
          ...page,
          ...(title && { title: textsAt(title) }),
          files: filesOfRoute(manifest, route),
        }))
        writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
      },
    },
  }
}
