import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a stand-in for a tile server on another origin; it serves an empty map style. */
export const startTileServer = async () => {
  const style = { version: 8, sources: {}, layers: [{ id: 'background', type: 'background' }] }
  const tiles: Server = createServer((_, response) => {
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'application/json' })
    response.end(JSON.stringify(style))
  })
  await new Promise<void>(done => {
    tiles.listen(0, '127.0.0.1', done)
  })
  const origin = `http://127.0.0.1:${(tiles.address() as AddressInfo).port}`
  return {
    origin,
    settings: { tilesStyleUrl: new URL('/style.json', origin), externalOrigins: [origin] },
    close: () => tiles.close(),
  }
}
