import { isApiPath } from '@parvis/contract/paths.ts'
import { serverUrl } from './shell.ts'

const OWN_SCHEME = 'parvis:'

/** The screen path of a link to the server or with the app's URL scheme; null for other links and API paths. */
export const screenPathOf = (link: string): string | null => {
  const url = URL.parse(link)
  if (!url || url.username !== '' || url.password !== '') return null
  const isOwn = url.protocol === OWN_SCHEME
  if (!isOwn && url.origin !== new URL(serverUrl('/')).origin) return null
  const path = isOwn && url.host ? `/${url.host}${url.pathname}` : url.pathname
  // A path that starts with two slashes would name another host.
  if (!/^\/(?!\/)/.test(path) || isApiPath(path)) return null
  return `${path}${url.search}${url.hash}`
}
