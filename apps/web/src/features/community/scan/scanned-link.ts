import { isCommunityUri } from '@parvis/contract/paths.ts'

/** What a code leads to: a path of this installation, or text that is only shown. */
export type Scanned = { to: string } | { unknown: string; isLink: boolean }

/** The screens that codes may open, with the query parameters and the hash they keep. */
const known: readonly {
  path: RegExp
  query: readonly string[]
  hash?: RegExp
  isNamed: (words: readonly string[]) => boolean
}[] = [
  { path: /^\/([^/]+)\/?$/, query: [], isNamed: ([c = '']) => isCommunityUri(c) },
  {
    path: /^\/([^/]+)\/connexion\/?$/,
    query: ['registerkey', 'token'],
    hash: /^#token=[\w-]+$/,
    isNamed: ([c = '']) => isCommunityUri(c),
  },
  {
    path: /^\/([^/]+)\/vie-locale\/([^/]+)\/?$/,
    query: [],
    isNamed: words => words.every(word => /^[\w-]+$/.test(word)),
  },
  { path: /^\/detail-publication\/?$/, query: ['id'], isNamed: () => true },
]

const pathOf = ({ pathname, searchParams, hash }: URL): string | null => {
  for (const { path, query, isNamed, hash: keptHash } of known) {
    const words = path.exec(pathname)?.slice(1)
    if (!words || !isNamed(words)) continue
    const kept = new URLSearchParams(
      query.flatMap(name =>
        searchParams
          .getAll(name)
          .slice(0, 1)
          .map(value => [name, value]),
      ),
    )
    return `${pathname}${kept.size > 0 ? `?${kept}` : ''}${keptHash?.test(hash) ? hash : ''}`
  }
  return null
}

/**
 * Parses the text of a code. Only a URL on exactly one of `origins` opens anything, and only by its path, so that a
 * code never leads out of the app.
 */
export const readScanned = (text: string, origins: readonly string[]): Scanned => {
  const words = text.trim()
  const url = URL.parse(words)
  const isWeb = url !== null && /^https?:$/.test(url.protocol)
  const isOurs = isWeb && origins.includes(url.origin) && url.username === '' && url.password === ''
  const to = isOurs ? pathOf(url) : null
  return to ? { to } : { unknown: words, isLink: isWeb }
}
