import type { TestServer, Visitor } from './test-server.ts'

/** Returns the lines of the metrics that count the server’s own failures; empty if there are none. */
export const serverErrorsOf = async ({ app }: TestServer, visitor: Visitor): Promise<string> => {
  const { headers } = await visitor.send({ method: 'GET', url: '/healthz' })
  if (headers['content-type'] === undefined) throw new Error('the server does not answer')
  const text = await app.metrics.formatText()
  return text
    .split('\n')
    .filter(line => /key="(unexpectederror|maintenance|storagefull)"/.test(line))
    .join('; ')
}
