import type { BrowserContext, ConsoleMessage, Request, Response } from 'playwright-core'

/**
 * What is on its way when a session ends is refused: calls, pictures as if they were not there, and a connection that
 * does not stand yet.
 */
export const askedTooLate = /answer: (?:GET|DELETE) (?:\S+ 401|\/api\/auth 403|\/media\/\S+ 404)$|socket' failed/

export interface Faults {
  /** What this visitor is meant to meet: `POST /api/auth 401`, or part of what the console says. */
  expect(...expected: (string | RegExp)[]): void
  found(): string[]
  /** Forgets what was found and expected: another test begins. */
  reset(): void
}

const isOurs = (address: string, origins: readonly string[]) =>
  /^(?:data|blob|about):/.test(address) || origins.includes(new URL(address).origin)

/** The browser logs every refusal of the server without its method: those are seen as answers, with it. */
const isRefusal = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource: the server responded with a status of')

/** A page that a test hands over itself counts as one from elsewhere, which may not reach this machine's sockets. */
const isOfHandedPage = (message: ConsoleMessage) =>
  message.text().includes('ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS')

/** The browser draws a PDF by an extension of its own. */
const isOfPdfViewer = (url: string) =>
  /^chrome(?:-extension:\/\/mhjfbmdgcfjbbpaeojofohoefgiehjai|:\/\/resources)\//.test(url)

/**
 * Collects what no page of ours may do: errors in its console, exceptions, violations of the content security policy,
 * requests to another host, answers of 400 and more.
 */
export const watchFaults = async (context: BrowserContext, ...origins: string[]): Promise<Faults> => {
  const seen: string[] = []
  const expected: (string | RegExp)[] = []
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', event =>
      console.error(`CSP ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
    )
  })
  context.on('weberror', error => seen.push(`exception: ${error.error().stack ?? error.error().message}`))
  context.on('console', message => {
    if (message.type() === 'error' && !isRefusal(message) && !isOfHandedPage(message))
      seen.push(`console: ${message.text()}`)
    if (message.type() === 'warning' && /react|hydrat/i.test(message.text())) seen.push(`warning: ${message.text()}`)
  })
  context.on('request', (request: Request) => {
    if (!isOurs(request.url(), origins) && !isOfPdfViewer(request.url()))
      seen.push(`foreign request: ${request.method()} ${request.url()}`)
  })
  context.on('response', (response: Response) => {
    const isMissingPage = response.status() === 404 && response.request().resourceType() === 'document'
    if (response.status() >= 400 && !isMissingPage && isOurs(response.url(), origins)) {
      const { pathname } = new URL(response.url())
      seen.push(`answer: ${response.request().method()} ${pathname} ${response.status()}`)
    }
  })
  const isExpected = (fault: string) =>
    expected.some(one => (typeof one === 'string' ? fault.includes(one) : one.test(fault)))
  return {
    expect: (...more) => {
      expected.push(...more)
    },
    found: () => seen.filter(fault => !isExpected(fault)),
    reset: () => {
      seen.length = 0
      expected.length = 0
    },
  }
}
