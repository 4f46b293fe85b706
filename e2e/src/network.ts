import net from 'node:net'

/** `gone`: connections are closed. `silent`: connections are accepted, but their data is discarded. */
export type NetworkState = 'open' | 'silent' | 'gone'

/** A TCP proxy between the browser and a server that tests can cut, slow down or point at another server. */
export interface Network {
  origin: string
  state: NetworkState
  /** The delay of each chunk in either direction, milliseconds. */
  delayMs: number
  /** Bandwidth from the server, shared by all connections, in kB (1,000 bytes) per second; 0: unlimited. */
  rate: number
  connectTo: (origin: string) => void
  close: () => Promise<void>
}

const SLICE_BYTES = 4_096
const TURN_MS = 5

/** A link of limited bandwidth: the connections take turns, one slice each. */
const createLink = (rate: () => number) => {
  const queue: { chunk: Buffer; write: (slice: Buffer) => void; done: () => void }[] = []
  let at = 0
  const sendSlices = () => {
    const now = Date.now()
    let left = (now - at) * rate()
    while (left > 0 && queue.length > 0) {
      const { chunk, ...rest } = queue.shift()!
      const slice = chunk.subarray(0, SLICE_BYTES)
      rest.write(slice)
      left -= slice.length
      if (slice.length < chunk.length) queue.push({ chunk: chunk.subarray(SLICE_BYTES), ...rest })
      else rest.done()
    }
    // The bytes sent beyond the rate delay the next turn.
    at = now - left / rate()
    if (queue.length > 0) setTimeout(sendSlices, TURN_MS)
  }
  return (chunk: Buffer, write: (slice: Buffer) => void, done: () => void) => {
    if (queue.push({ chunk, write, done }) > 1) return
    at = Math.max(at, Date.now())
    setTimeout(sendSlices, TURN_MS)
  }
}

type Link = ReturnType<typeof createLink>

/** A connection of the browser to the proxy, and the connection that the proxy opens to the server for it. */
interface Connection {
  client: net.Socket
  upstream: net.Socket
  close: () => void
}

/** Forwards the data of one side to the other, with the state, delay and bandwidth of the network. */
const forward = (
  { client, upstream, close }: Connection,
  sender: 'client' | 'upstream',
  { network, link }: { network: Network; link: Link },
): void => {
  const [from, into] = sender === 'client' ? [client, upstream] : [upstream, client]
  from.on('data', chunk => {
    if (network.state === 'silent') return
    if (network.state === 'gone') return close()
    const write = (part: Buffer) => {
      if (network.delayMs === 0) into.write(part)
      else setTimeout(() => into.writable && into.write(part), network.delayMs)
    }
    if (network.rate === 0 || sender === 'client') return void write(chunk)
    from.pause()
    link(
      chunk,
      part => into.writable && write(part),
      () => from.resume(),
    )
  })
  from.on('error', close)
  from.on('close', () => setTimeout(close, network.delayMs))
}

export const startNetworkProxy = async (targetOrigin: string): Promise<Network> => {
  const open = new Set<net.Socket>()
  let to = new URL(targetOrigin)
  const closeSockets = (...sockets: net.Socket[]) => {
    for (const socket of sockets) {
      socket.destroy()
      open.delete(socket)
    }
  }
  const link = createLink(() => network.rate)
  const server = net.createServer(client => {
    if (network.state === 'gone') return void client.destroy()
    const upstream = net.connect(Number(to.port), to.hostname)
    const connection = { client, upstream, close: () => closeSockets(client, upstream) }
    for (const sender of ['client', 'upstream'] as const) {
      open.add(connection[sender])
      forward(connection, sender, { network, link })
    }
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
      if (next === 'gone') closeSockets(...open)
    },
    delayMs: 0,
    rate: 0,
    connectTo: origin => {
      to = new URL(origin)
      closeSockets(...open)
    },
    async close() {
      closeSockets(...open)
      await new Promise(done => server.close(done))
    },
  }
  return network
}
