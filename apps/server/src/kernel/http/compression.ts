// Only dynamic text is compressed here: static files are compressed at build time, and pictures by their format.
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const MIN_BYTES = 2048
const QUALITY = 4

const text = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|image\/svg)/

type CompressionCallback = (error: Error | null, compressed: Buffer) => void

const compress = {
  br: (bytes: string | Buffer, done: CompressionCallback) =>
    brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }, done),
  gzip: (bytes: string | Buffer, done: CompressionCallback) => gzip(bytes, done),
}
type Encoding = keyof typeof compress

const weightsOf = ({ headers }: Pick<FastifyRequest, 'headers'>): Map<string, number> =>
  new Map(
    String(headers['accept-encoding'] ?? '')
      .toLowerCase()
      .split(',')
      .map(part => {
        const [name = '', ...parameters] = part.split(';').map(word => word.trim())
        const weight = parameters.find(one => one.startsWith('q='))
        return [name, weight ? Number(weight.slice(2)) || 0 : 1]
      }),
  )

/** Returns the offered encoding that the client prefers, the first of equals; undefined if it accepts none. */
export const selectEncoding = <E extends Encoding>(
  request: Pick<FastifyRequest, 'headers'>,
  offered: readonly E[],
): E | undefined => {
  const weights = weightsOf(request)
  let [best, bestWeight]: [E | undefined, number] = [undefined, 0]
  for (const one of offered) {
    const weight = weights.get(one) ?? weights.get('*') ?? 0
    if (weight > bestWeight) [best, bestWeight] = [one, weight]
  }
  return bestWeight < (weights.get('identity') ?? 0) ? undefined : best
}

export const addVaryHeader = (reply: FastifyReply): FastifyReply =>
  reply.header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))

const isCompressible = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  Buffer.byteLength(payload) >= MIN_BYTES &&
  !reply.hasHeader('content-encoding') &&
  !String(reply.getHeader('vary')).includes('accept-encoding') &&
  text.test(String(reply.getHeader('content-type') ?? ''))

/** Compresses text of 2 KiB and more with Brotli or gzip, unless the route has set an encoding itself. */
export const compressResponses = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload)
    addVaryHeader(reply)
    const encoding = selectEncoding(request, ['br', 'gzip'])
    if (!encoding) return done(null, payload)
    compress[encoding](payload, (error, compressed) => {
      if (error) return done(error)
      reply.headers({ 'content-encoding': encoding, 'content-length': compressed.length })
      done(null, compressed)
    })
  })
}
