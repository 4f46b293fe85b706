import net from 'node:net'

/** `gone`: nobody is reached. `silent`: what is sent is taken and never answered. */
export type NetworkState = 'open' | 'silent' | 'gone'

/** A network between the browser and a server, which tests take away, slow down, or lead to another server. */
export interface Network {
  origin: string
  state: NetworkState
  /** How long each piece takes to the other side, milliseconds. */
  delayMs: number
  /** How often a connection breaks when something goes through it: 0 to 1. */
  loss: number
  /** From now on new connections lead there. */
  leadTo: (origin: string) => void
  close: () => Promise<void>
}

export const startNetwork = async (target: string, random: () => number = Math.random): Promise<Network> => {
  const open = new Set<net.Socket>()
  let to = new URL(target)
  const end = (...sockets: net.Socket[]) => {
    for (const socket of sockets) {
      socket.destroy()
      open.delete(socket)
    }
  }
  const server = net.createServer(near => {
    if (network.state === 'gone') return void near.destroy()
    const far = net.connect(Number(to.port), to.hostname)
    const pass = (from: net.Socket, into: net.Socket) => {
      open.add(from)
      from.on('data', piece => {
        if (network.state === 'silent') return
        if (network.state === 'gone' || random() < network.loss) return end(near, far)
        if (network.delayMs === 0) into.write(piece)
        else setTimeout(() => into.writable && into.write(piece), network.delayMs)
      })
      from.on('error', () => end(near, far))
      from.on('close', () => setTimeout(end, network.delayMs, near, far))
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  let state: NetworkState = 'open'
  const network: Network = {
    origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    get state() {
      return state
    },
    set state(next) {
      state = next
      if (next === 'gone') end(...open)
    },
    delayMs: 0,
    loss: 0,
    leadTo: origin => {
      to = new URL(origin)
      end(...open)
    },
    async close() {
      end(...open)
      await new Promise(done => server.close(done))
    },
  }
  return network
}
