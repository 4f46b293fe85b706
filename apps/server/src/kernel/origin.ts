import type { IncomingHttpHeaders } from 'node:http'

/** Whether the page that calls is one of ours: the browser says so by Origin, or by Sec-Fetch-Site where it sends no Origin. */
export const isOwnOrigin = ({ origin, host, cookie, 'sec-fetch-site': site }: IncomingHttpHeaders, publicOrigin: string | null): boolean => {
  if (origin !== undefined) return URL.canParse(origin) && (new URL(origin).host === host || origin === publicOrigin)
  if (site === 'same-origin' || site === 'none') return true
  // Without a cookie nobody's rights can be borrowed: command lines and health checks may call.
  return site === undefined && cookie === undefined
}
