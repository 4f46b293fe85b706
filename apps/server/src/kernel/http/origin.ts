import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the page that calls is one of ours: the browser says so by Origin, or by Sec-Fetch-Site where it sends no
 * Origin. Where the site is served by https, a page of the same name without it may be anybody's on the way.
 */
export const isOwnOrigin = (
  { origin, host, cookie, 'sec-fetch-site': site }: IncomingHttpHeaders,
  publicOrigin: string | null,
): boolean => {
  if (origin !== undefined) {
    if (origin === publicOrigin) return true
    const page = URL.parse(origin)
    return (
      page !== null &&
      page.host === host &&
      (page.protocol === 'https:' || (page.protocol === 'http:' && !publicOrigin?.startsWith('https:')))
    )
  }
  if (site === 'same-origin' || site === 'none') return true
  // Without a cookie nobody's rights can be borrowed: command lines and health checks may call.
  return site === undefined && cookie === undefined
}
