import { isCommunityUri } from '@parvis/contract/paths.ts'

/** What a code leads to: a path of this installation, or text that is only shown. */
export type ScanResult = { to: string } | { unknown: string; isLink: boolean }

/** The screens that codes may open. `query` and `hash` are the parts of the scanned URL that the opened URL keeps. */
const allowedScreens: readonly {
  path: RegExp
  query: readonly string[]
  hash?: RegExp
  hasValidPath: (words: readonly string[]) => boolean
}[] = [
  { path: /^\/([^/]+)\/?$/, query: [], hasValidPath: ([c = '']) => isCommunityUri(c) },
  {
    path: /^\/([^/]+)\/connexion\/?$/,
    query: ['registerkey', 'token'],
    hash: /^#token=[\w-]+$/,
    hasValidPath: ([c = '']) => isCommunityUri(c),
  },
  {
    path: /^\/([^/]+)\/vie-locale\/([^/]+)\/?$/,
    query: [],
    hasValidPath: words => words.every(word => /^[\w-]+$/.test(word)),
  },
  { path: /^\/detail-publication\/?$/, query: ['id'], hasValidPath: () => true },
]

const allowedPathOf = ({ pathname, searchParams, hash }: URL): string | null => {
  for (const { path, query, hasValidPath, hash: allowedHash } of allowedScreens) {
    const segments = path.exec(pathname)?.slice(1)
    if (!segments || !hasValidPath(segments)) continue
    const allowedQuery = new URLSearchParams(
      query.flatMap(name =>
        searchParams
          .getAll(name)
          .slice(0, 1)
          .map(value => [name, value]),
      ),
    )
    return `${pathname}${allowedQuery.size > 0 ? `?${allowedQuery}` : ''}${allowedHash?.test(hash) ? hash : ''}`
  }
  return null
}

/** Opens only a URL on one of `origins`, and only by its path, so that a code never leads out of the app. */
export const parseScannedText = (text: string, origins: readonly string[]): ScanResult => {
  const trimmed = text.trim()
  const url = URL.parse(trimmed)
  const isWeb = url !== null && /^https?:$/.test(url.protocol)
  const isOurs = isWeb && origins.includes(url.origin) && url.username === '' && url.password === ''
  const to = isOurs ? allowedPathOf(url) : null
  return to ? { to } : { unknown: trimmed, isLink: isWeb }
}
