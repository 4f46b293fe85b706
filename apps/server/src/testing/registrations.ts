import { register } from '@parvis/contract/entry.ts'
import { expect } from 'vitest'
import { linkTokenIn, waitForMail } from './mails.ts'
import type { TestServer, Visitor } from './test-server.ts'

/**
 * Returns a function that creates visitors with an IP address of their own, so that the rate limits of one test do not
 * affect another. The server must trust one proxy; `getServer` is called at each use, as the server is opened later.
 */
export const visitorsWithOwnAddress = (getServer: () => TestServer): (() => Visitor) => {
  let visitorCount = 0
  return () => {
    const visitor = getServer().visitor()
    const address = `198.51.100.${(visitorCount++ % 250) + 1}`
    return {
      ...visitor,
      call: (endpoint, given, headers) => visitor.call(endpoint, given, { 'x-forwarded-for': address, ...headers }),
    }
  }
}

/** Registers the visitor by e-mail; returns the visitor and the token of the mailed link. */
export const registerVisitor = async (
  server: TestServer,
  visitor: Visitor,
  email: string,
  communityId: string,
): Promise<{ visitor: Visitor; token: string }> => {
  const { answer } = await visitor.call(register, { body: { communityId, email, lang: 'fr' } })
  expect(answer).toEqual({ popup: 'popup2' })
  const token = linkTokenIn(await waitForMail(server, email))
  return { visitor, token }
}
