import net from 'node:net'
import type { Random } from '@parvis/demo-world/random.ts'

/** A network that ends each connection after some bytes, wherever that is in a frame. */
export interface CuttingProxy {
  url: string
  cuts(): number
  cutting: boolean
  close(): Promise<void>
}

const [FEWEST_BYTES, MOST_BYTES] = [600, 9_000]

export const startCuttingProxy = async (target: string, random: Random): Promise<CuttingProxy> => {
  const { hostname, port } = new URL(target)
  const open = new Set<net.Socket>()
  let cuts = 0
  const server = net.createServer(near => {
    const far = net.connect(Number(port), hostname)
    let left = random.int(FEWEST_BYTES, MOST_BYTES)
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
    }
    const pass = (from: net.Socket, to: net.Socket) => {
      from.on('data', piece => {
        if (!proxy.cutting) return to.write(piece)
        const some = piece.subarray(0, left)
        left -= some.length
        to.write(some)
        if (left > 0) return
        cuts++
        // The written bytes are sent first, so that a frame is broken off rather than missing.
        setTimeout(end, 1)
      })
      from.on('error', end)
      from.on('close', end)
    }
    open.add(near)
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cuts: () => cuts,
    cutting: true,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise(done => server.close(done))
    },
  }
  return proxy
}
