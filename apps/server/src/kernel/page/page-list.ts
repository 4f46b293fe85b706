import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requestUrl } from '@parvis/contract/endpoint.ts'
import type { Language } from '@parvis/contract/language.ts'
import { isCommunityUri } from '@parvis/contract/paths.ts'

/** An API request of the first screen. `:name` stands for a path segment, `?name` for a query parameter. */
export interface FirstCall {
  path: string
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/** An entry of the build's page list, written by `apps/web/build/first-screens.ts`. */
export interface FirstPage {
  page: string
  of: 'visitor' | 'member' | 'anybody'
  calls: FirstCall[]
  picture?: { call: number; at: string[]; sizes: string }
  about?: { title: string; description?: string; logo?: string }
  frame?: number
  bones?: 'landing' | 'feed' | 'list' | 'one'
  title?: Record<Language, string>
  files: Record<Language, { scripts: string[]; styles: string[] }>
}

interface ListedPage extends FirstPage {
  pattern: RegExp
}

export interface MatchedPage {
  page: FirstPage
  calls: FirstCall[]
  /** The values of `:name` in the path, and of `?name` in the query. */
  parameters: Record<string, string>
  /** The URL without parameters that the page does not use. */
  canonicalUrl: URL
}

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
export const requestUrlOf = ({ path, params, query }: FirstCall, parameters: Record<string, string>) =>
  requestUrl(path, fillPlaceholders(params, parameters), fillPlaceholders(query, parameters))

/** The query parameters that this page uses; apps that share links may have appended others. */
const queryOf = ({ calls }: FirstPage, url: URL) =>
  calls
    .flatMap(({ params, query }) => Object.values({ ...params, ...query }))
    .filter(value => typeof value === 'string' && value.startsWith('?'))
    .map(value => {
      const name = String(value).slice(1)
      return [name, url.searchParams.get(name)] as const
    })

/** Reads the page list of the build in `folder`; empty without one. */
export const readPageList = (folder: string): ListedPage[] => {
  const file = join(folder, '.vite/pages.json')
  if (!existsSync(file)) return []
  return (JSON.parse(readFileSync(file, 'utf8')) as FirstPage[]).map(page => ({
    ...page,
    pattern: patternOf(page.page),
  }))
}

/** Finds the page of a URL; null when none is listed, or when the URL lacks a parameter that the page needs. */
export const matchPage = (
  pages: readonly ListedPage[],
  url: URL,
  hasSession: boolean | undefined,
): MatchedPage | null => {
  const { pathname, search } = url
  const of = hasSession === false ? 'visitor' : 'member'
  const page = pages.find(one => (one.of === of || one.of === 'anybody') && one.pattern.test(pathname))
  const inPath = page?.pattern.exec(pathname)?.groups ?? {}
  if (!page || (inPath.c !== undefined && !isCommunityUri(inPath.c))) return null
  const inQuery = queryOf(page, url)
  if (inQuery.some(([, value]) => !value)) return null
  const parameters = { ...inPath, ...Object.fromEntries(inQuery.map(([name, value]) => [`?${name}`, value!])) }
  const canonicalUrl = new URL(url.origin)
  canonicalUrl.pathname = pathname
  for (const [name, value] of inQuery) canonicalUrl.searchParams.set(name, value!)
  // A URL with its own query needs other responses; on a shared page appended parameters are ignored.
  const calls = search === '' || page.about ? page.calls : page.calls.filter(call => !call.query)
  return { page, calls, parameters, canonicalUrl }
}
