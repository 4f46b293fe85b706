import { isApiPath } from '@parvis/contract/paths.ts'
import { atServer } from './shell.ts'

const OWN_SCHEME = 'parvis:'

/**
 * The screen that a link opens, as the app spells its address: one of the server, or of our own scheme, which has the
 * same words (`parvis://les-tilleuls`). Null for what is none of the app's, and for what the server answers itself.
 */
export const screenOf = (link: string): string | null => {
  const url = URL.parse(link)
  if (!url || url.username !== '' || url.password !== '') return null
  const isOwn = url.protocol === OWN_SCHEME
  if (!isOwn && url.origin !== new URL(atServer('/')).origin) return null
  const path = isOwn && url.host ? `/${url.host}${url.pathname}` : url.pathname
  // two slashes would begin the name of another host
  if (!/^\/(?!\/)/.test(path) || isApiPath(path)) return null
  return `${path}${url.search}${url.hash}`
}
