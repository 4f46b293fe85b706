import type { RequestListener } from 'node:http'
import { createServer, request } from 'node:https'
import { type AddressInfo, createServer as createListener, isIP } from 'node:net'
import { createFetchExternal, type FetchExternal, type ExternalNetwork } from '../kernel/outside/fetch-external.ts'
import { createPostExternal, type PostExternal } from '../kernel/outside/post-external.ts'
import { makeCertificate } from './certificate.ts'

/** Public addresses that are never contacted: every connection to them ends at the test server. */
export const PUBLIC_ADDRESSES = { first: '93.184.215.14', second: '2606:2800:21f:cb07:6820:80da:af6b:8b2c' } as const

const loopbackHosts = /^(?:localhost|0\.0\.0\.0|127\.[\d.]+|::|::1|::ffff:(?:127\.[\d.]+|7f..:\w+))$/i

/**
 * A fake internet: a DNS, one server for all public addresses, and a record of the connections. Connections to this
 * machine itself are really made, to a listener that counts them.
 */
export interface FakeInternet {
  fetchOutside: FetchExternal
  postOutside: PostExternal
  addressesByName: Map<string, readonly string[]>
  connections: string[]
  /** Number of connections that reached this machine itself. */
  loopbackConnectionCount(): number
  requests: { host: string | undefined; url: string; headers: Record<string, unknown> }[]
  close(): Promise<void>
}

/** Starts a listener on this machine that closes each connection and counts it. */
const startConnectionCounter = async () => {
  let connectionCount = 0
  const server = createListener(socket => {
    connectionCount++
    socket.destroy()
  })
  await new Promise<void>(done => {
    server.listen(0, '::', done)
  })
  return { server, port: (server.address() as AddressInfo).port, connectionCount: () => connectionCount }
}

/** Starts a fake internet whose server has a TLS certificate for `certifiedNames` and responds with `respond`. */
export const startFakeInternet = async (
  certifiedNames: readonly string[],
  respond: RequestListener,
  limits: Partial<ExternalNetwork> = {},
): Promise<FakeInternet> => {
  const { key, cert } = makeCertificate(certifiedNames)
  const requests: FakeInternet['requests'] = []
  const server = createServer({ key, cert }, (incoming, response) => {
    requests.push({ host: incoming.headers.host, url: incoming.url!, headers: incoming.headers })
    respond(incoming, response)
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  const loopback = await startConnectionCounter()
  const addressesByName = new Map<string, readonly string[]>(
    certifiedNames.map(name => [name, [PUBLIC_ADDRESSES.first]]),
  )
  const connections: string[] = []
  const network: Partial<ExternalNetwork> = {
    resolve: async name => addressesByName.get(name) ?? [],
    connect: (options, body) =>
      new Promise((done, failed) => {
        connections.push(`${options.host}:${options.port}`)
        const host = String(options.host)
        const isPublic =
          Object.values<string>(PUBLIC_ADDRESSES).includes(host) || (isIP(host) === 0 && addressesByName.has(host))
        if (!isPublic && !loopbackHosts.test(host)) return failed(new Error(`no server at ${host}`))
        request({ ...options, ...(isPublic ? { host: '127.0.0.1', port } : { port: loopback.port }), ca: cert }, done)
          .on('error', failed)
          .end(body)
      }),
    ...limits,
  }
  return {
    addressesByName,
    connections,
    loopbackConnectionCount: loopback.connectionCount,
    requests,
    fetchOutside: createFetchExternal(network),
    postOutside: createPostExternal(null, network),
    async close() {
      server.closeAllConnections()
      await Promise.all(
        [server, loopback.server].map(
          one =>
            new Promise(done => {
              one.close(done)
            }),
        ),
      )
    },
  }
}
