import { isApiPath } from '@parvis/contract/paths.ts'
import { serverUrl } from './shell.ts'

const OWN_SCHEME = 'parvis:'

/** The screen path of a link to the server or with our scheme; null for others and server paths. */
export const screenOf = (link: string): string | null => {
  const url = URL.parse(link)
  if (!url || url.username !== '' || url.password !== '') return null
  const isOwn = url.protocol === OWN_SCHEME
  if (!isOwn && url.origin !== new URL(serverUrl('/')).origin) return null
  const path = isOwn && url.host ? `/${url.host}${url.pathname}` : url.pathname
  // Two slashes would start the name of another host.
  if (!/^\/(?!\/)/.test(path) || isApiPath(path)) return null
  return `${path}${url.search}${url.hash}`
}
