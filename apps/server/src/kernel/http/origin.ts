import type { IncomingHttpHeaders } from 'node:http'

/** Whether the calling page is ours. Where the site uses https, an http page is refused: the network can forge it. */
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
  // Without a cookie there is no session to abuse: command lines and health checks may call.
  return site === undefined && cookie === undefined
}
