import type { RequestListener } from 'node:http'
import { createServer, request } from 'node:https'
import { type AddressInfo, createServer as createListener, isIP } from 'node:net'
import { createFetchOutside, type FetchOutside, type OutsideWorld } from '../kernel/outside/fetch-outside.ts'
import { createPostOutside, type PostOutside } from '../kernel/outside/post-outside.ts'
import { makeCertificate } from './certificate.ts'

/** Public addresses that are never really called: every connection ends at the test server. */
export const PUBLIC = { first: '93.184.215.14', second: '2606:2800:21f:cb07:6820:80da:af6b:8b2c' } as const

const ownMachine = /^(?:localhost|0\.0\.0\.0|127\.[\d.]+|::|::1|::ffff:(?:127\.[\d.]+|7f..:\w+))$/i

/**
 * A fake internet: its DNS, one server for all of it, and a record of connections. Connections to this machine itself
 * are really made.
 */
export interface Outside {
  fetchOutside: FetchOutside
  postOutside: PostOutside
  names: Map<string, readonly string[]>
  connected: string[]
  /** Number of connections that reached this machine itself. */
  reached(): number
  asked: { host: string | undefined; url: string; headers: Record<string, unknown> }[]
  close(): Promise<void>
}

/** The server has a certificate for these names. */
export const openOutside = async (
  certified: readonly string[],
  answer: RequestListener,
  limits: Partial<OutsideWorld> = {},
): Promise<Outside> => {
  const { key, cert } = makeCertificate(certified)
  const asked: Outside['asked'] = []
  const server = createServer({ key, cert }, (incoming, response) => {
    asked.push({ host: incoming.headers.host, url: incoming.url!, headers: incoming.headers })
    answer(incoming, response)
  })
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done)
  })
  const { port } = server.address() as AddressInfo
  let reached = 0
  const machine = createListener(socket => {
    reached++
    socket.destroy()
  })
  await new Promise<void>(done => {
    machine.listen(0, '::', done)
  })
  const { port: machinePort } = machine.address() as AddressInfo
  const names = new Map<string, readonly string[]>(certified.map(name => [name, [PUBLIC.first]]))
  const connected: string[] = []
  const world: Partial<OutsideWorld> = {
    resolve: async name => names.get(name) ?? [],
    connect: (options, body) =>
      new Promise((done, failed) => {
        connected.push(`${options.host}:${options.port}`)
        const host = String(options.host)
        const isPublic = Object.values<string>(PUBLIC).includes(host) || (isIP(host) === 0 && names.has(host))
        if (!isPublic && !ownMachine.test(host)) return failed(new Error(`no server at ${host}`))
        request({ ...options, ...(isPublic ? { host: '127.0.0.1', port } : { port: machinePort }), ca: cert }, done)
          .on('error', failed)
          .end(body)
      }),
    ...limits,
  }
  return {
    names,
    connected,
    reached: () => reached,
    asked,
    fetchOutside: createFetchOutside(world),
    postOutside: createPostOutside(null, world),
    async close() {
      server.closeAllConnections()
      await Promise.all(
        [server, machine].map(
          one =>
            new Promise(done => {
              one.close(done)
            }),
        ),
      )
    },
  }
}
