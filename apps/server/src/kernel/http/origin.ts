import type { IncomingHttpHeaders } from 'node:http'

/** Whether the calling page is ours. On an https site an http page is refused, because the network can forge it. */
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
  // Without a cookie no session can be abused, so command-line clients and health checks are accepted.
  return site === undefined && cookie === undefined
}
