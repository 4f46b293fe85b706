import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { languages, type Language } from '../../../packages/contract/src/language.ts'
import type { Plugin, ResolvedConfig } from 'vite'
import { photoSizes } from '../src/ui/photo-sizes.ts'

/** One file of Vite's manifest, as far as we need it. */
export interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}
export type Manifest = Record<string, Chunk>

export interface Screen {
  /** Its route files, from the outermost. */
  routes: readonly string[]
  /** The rooms whose words it shows, beyond those that every screen needs. */
  texts: readonly string[]
}

const frame = ['$c.tsx', '$c/_app.tsx']

/** What each screen is made of: budgets measure it, and the page that opens on one asks for all of it at once. */
export const screens = {
  /** What every screen of a member stands in. */
  frame: { routes: frame, texts: [] },
  landing: { routes: ['$c.tsx', '$c/_landing.tsx', '$c/_landing/index.tsx'], texts: [] },
  login: { routes: ['$c.tsx', '$c/_landing.tsx', '$c/_landing/connexion.tsx'], texts: [] },
  feed: { routes: [...frame, '$c/_app/actualites.tsx'], texts: ['feed'] },
  deals: { routes: [...frame, '$c/_app/vie-locale.tsx'], texts: ['deals'] },
  deal: { routes: [...frame, '$c/_app/annonce.tsx'], texts: ['deals'] },
  post: { routes: [...frame, '$c/_app/actualites_.publication.tsx'], texts: ['feed'] },
  postForm: { routes: [...frame, '$c/_app/actualites_.edition-publication.tsx'], texts: ['publish'] },
  sharedDeal: { routes: ['$c.tsx', '$c/vie-locale.$ad.tsx'], texts: ['deals'] },
} as const satisfies Record<string, Screen>

/** A page that may be opened first, who opens it, and the calls that its screen begins with. */
interface FirstPage {
  page: string
  of: 'visitor' | 'member' | 'anybody'
  screen: keyof typeof screens
  calls: readonly string[]
  /** The picture that the screen is about: in which call's answer, the first of these places that holds one, and how wide it is drawn. */
  picture?: { call: number; at: readonly string[]; sizes: string }
  /** What the page is called where it is shared: fields of the first call's answer. */
  about?: { title: string; description: string }
  glance?: Glance
}

/**
 * What a phone shows of the screen until the app has drawn it, looked after in `src/ui/glance.css`: the same words and picture at the
 * same place. A path begins with the number of a call; of several the first counts that leads to something.
 */
interface Glance {
  kind: 'place' | 'post'
  /** Whose name and logo stand in the bar; without it the product's. */
  bar?: string
  /** A media uri, as a small picture. */
  face: string
  /** An author, by what they are called. */
  name?: string
  /** The entity with the words, and which of its fields they are. */
  words: string
  title: string
  text: string
  picture: string
  /** Blocks of the screen that stand above and below the words when the path leads to something. */
  above?: Readonly<Record<string, string>>
  below?: Readonly<Record<string, string>>
  /** A choice kept on the device, by its key in `localStorage`, with which the screen begins differently. */
  unless?: string
}

const community = { title: 'name', description: 'description' }
const slide = { call: 0, at: ['slides.0.photo'], sizes: photoSizes.slide }
const member = ['/api/auth', '/communities/:c']
const place: Glance = {
  kind: 'place',
  face: '0.logoUri',
  words: '0',
  title: 'name',
  text: 'description',
  picture: '0.slides.0.photo',
}
const post: Glance = {
  kind: 'post',
  bar: '1',
  face: '2.docs.0.user.photoUri',
  name: '2.docs.0.user',
  words: '2.docs.0.eventId',
  title: 'title',
  text: 'description',
  picture: '2.docs.0.photo',
  above: { composer: '0.abilities.post', chips: '1' },
  below: { ticket: '2.docs.0.template', inset: '2.docs.0.deal', video: '2.docs.0.eventId.youtubeVideoId' },
  unless: 'filter',
}

/** The first that fits counts. A word of the address that begins with a colon fills the same word of the calls. */
const pages: readonly FirstPage[] = [
  {
    page: '/',
    of: 'visitor',
    screen: 'landing',
    calls: ['/communities'],
    picture: slide,
    about: community,
    glance: place,
  },
  { page: '/', of: 'member', screen: 'feed', calls: ['/api/auth'] },
  {
    page: '/:c',
    of: 'visitor',
    screen: 'landing',
    calls: ['/communities/:c'],
    picture: slide,
    about: community,
    glance: place,
  },
  { page: '/:c', of: 'member', screen: 'feed', calls: member },
  {
    page: '/:c/connexion',
    of: 'visitor',
    screen: 'login',
    calls: ['/communities/:c'],
    picture: slide,
    about: community,
    glance: place,
  },
  {
    page: '/:c/actualites',
    of: 'member',
    screen: 'feed',
    calls: [...member, '/events?page=1&filter=all'],
    picture: { call: 2, at: ['docs.0.photo', 'docs.1.photo'], sizes: photoSizes.column },
    glance: post,
  },
  {
    page: '/:c/vie-locale',
    of: 'member',
    screen: 'deals',
    calls: [...member, '/gooddeals/categories', '/gooddeals/community?page=1'],
    picture: { call: 3, at: ['docs.0.photo'], sizes: photoSizes.half },
  },
  { page: '/:c/annonce', of: 'member', screen: 'deal', calls: member },
  {
    page: '/:city/vie-locale/:ad',
    of: 'anybody',
    screen: 'sharedDeal',
    calls: ['/gooddeals?cityUri=:city&adUri=:ad'],
    picture: { call: 0, at: ['photo'], sizes: photoSizes.column },
    about: { title: 'title', description: 'description' },
  },
]

/** A file and everything that it imports before it runs. */
export const reachOf = (manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    reachOf(manifest, manifest[key]?.imports ?? [], seen)
  }
  return seen
}

/** The parts of a route that come with its screen; one without a screen of its own is all in the entry. */
const partsOf = (manifest: Manifest, route: string) => {
  const parts = Object.keys(manifest).filter(key => key.startsWith(`src/routes/${route}?tsr-split=`))
  if (parts.length === 0 && route !== '$c.tsx') throw new Error(`The build knows no ${route}.`)
  return parts
}

const textsOf = (manifest: Manifest, file: string) => {
  const key = `src/locales/${file}`
  if (!(key in manifest)) throw new Error(`The build knows no ${key}.`)
  return key
}

/** Every file of a screen beyond the entry's. */
export const reachOfScreen = (manifest: Manifest, { routes, texts }: Screen, language: Language): Set<string> =>
  reachOf(manifest, [
    ...routes.flatMap(route => partsOf(manifest, route)),
    ...[`${language}.ts`, ...texts.map(room => `${language}/${room}.json`)].map(file => textsOf(manifest, file)),
  ])

export const entryOf = (manifest: Manifest): Set<string> =>
  reachOf(
    manifest,
    Object.keys(manifest).filter(key => manifest[key]!.isEntry),
  )

const filesIn = (manifest: Manifest, { routes, texts }: Screen, language: Language) => {
  const before = entryOf(manifest)
  const keys = [...reachOfScreen(manifest, { routes, texts }, language)].filter(key => !before.has(key))
  return {
    scripts: [...new Set(keys.map(key => `/${manifest[key]!.file}`))],
    styles: [...new Set(keys.flatMap(key => manifest[key]!.css ?? []))].map(file => `/${file}`),
  }
}

/** Tells the server, in `pages.json`, what to put into the page that it sends for an address. */
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
        const told = pages.map(({ screen, ...page }) => ({
          ...page,
          files: Object.fromEntries(
            languages.map(language => [language, filesIn(manifest, screens[screen], language)]),
          ),
        }))
        writeFileSync(join(folder, 'pages.json'), JSON.stringify(told))
      },
    },
  }
}
