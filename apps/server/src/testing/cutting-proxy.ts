import net from 'node:net'
import type { Random } from '@parvis/demo-world/random.ts'

/** A proxy that ends each connection after some bytes, also in the middle of a frame. */
export interface CuttingProxy {
  url: string
  cutCount(): number
  isCutting: boolean
  close(): Promise<void>
}

const [MIN_BYTES, MAX_BYTES] = [600, 9_000]

export const startCuttingProxy = async (target: string, random: Random): Promise<CuttingProxy> => {
  const { hostname, port } = new URL(target)
  const open = new Set<net.Socket>()
  let cuts = 0
  const server = net.createServer(client => {
    const upstream = net.connect(Number(port), hostname)
    let remaining = random.int(MIN_BYTES, MAX_BYTES)
    const end = () => {
      client.destroy()
      upstream.destroy()
      open.delete(client)
    }
    const forward = (from: net.Socket, to: net.Socket) => {
      from.on('data', piece => {
        if (!proxy.isCutting) return to.write(piece)
        const passed = piece.subarray(0, remaining)
        remaining -= passed.length
        to.write(passed)
        if (remaining > 0) return
        cuts++
        // Waits until the bytes are sent, so that the frame is truncated rather than missing.
        setTimeout(end, 1)
      })
      from.on('error', end)
      from.on('close', end)
    }
    open.add(client)
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cutCount: () => cuts,
    isCutting: true,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
  return proxy
}
