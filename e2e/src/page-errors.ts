import type { BrowserContext, ConsoleMessage, Request, Response } from 'playwright-core'

/** Matches the errors of calls, pictures (404) and live connections that are still open when a session ends. */
export const lateRequestErrors = /answer: (?:GET|DELETE) (?:\S+ 401|\/api\/auth 403|\/media\/\S+ 404)$|socket' failed/

export interface PageErrors {
  /** Allows these errors, for example `POST /api/auth 401` or part of a console message. */
  allow(...expected: (string | RegExp)[]): void
  unexpectedErrors(): string[]
  reset(): void
}

const isOwnUrl = (address: string, origins: readonly string[]) =>
  /^(?:data|blob|about):/.test(address) || origins.includes(new URL(address).origin)

/** Console messages about responses with an error status lack the method, so the `response` event reports these. */
const isRefusal = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource: the server responded with a status of')

/** Chromium treats a page fulfilled by a test as one of another network, which may not reach this machine. */
const isOfFulfilledPage = (message: ConsoleMessage) =>
  message.text().includes('ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS')

/** The PDF viewer of Chromium is an extension with URLs of its own. */
const isOfPdfViewer = (url: string) =>
  /^chrome(?:-extension:\/\/mhjfbmdgcfjbbpaeojofohoefgiehjai|:\/\/resources)\//.test(url)

/** Collects console errors, exceptions, CSP violations, foreign requests, and responses of status 400 or above. */
export const watchPageErrors = async (context: BrowserContext, ...origins: string[]): Promise<PageErrors> => {
  const seen: string[] = []
  const expected: (string | RegExp)[] = []
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', event =>
      console.error(`CSP ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
    )
  })
  context.on('weberror', error => seen.push(`exception: ${error.error().stack ?? error.error().message}`))
  context.on('console', message => {
    if (message.type() === 'error' && !isRefusal(message) && !isOfFulfilledPage(message))
      seen.push(`console: ${message.text()}`)
    if (message.type() === 'warning' && /react|hydrat/i.test(message.text())) seen.push(`warning: ${message.text()}`)
  })
  context.on('request', (request: Request) => {
    if (!isOwnUrl(request.url(), origins) && !isOfPdfViewer(request.url()))
      seen.push(`foreign request: ${request.method()} ${request.url()}`)
  })
  context.on('response', (response: Response) => {
    const isMissingPage = response.status() === 404 && response.request().resourceType() === 'document'
    if (response.status() >= 400 && !isMissingPage && isOwnUrl(response.url(), origins)) {
      const { pathname } = new URL(response.url())
      seen.push(`answer: ${response.request().method()} ${pathname} ${response.status()}`)
    }
  })
  const isExpected = (error: string) =>
    expected.some(one => (typeof one === 'string' ? error.includes(one) : one.test(error)))
  return {
    allow: (...more) => {
      expected.push(...more)
    },
    unexpectedErrors: () => seen.filter(error => !isExpected(error)),
    reset: () => {
      seen.length = 0
      expected.length = 0
    },
  }
}
