import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Where the call comes from, as limits count it and as it is noted: an IPv4 address, or the /64 of an IPv6 address.
     */
    address: string
  }
}

/**
 * Whose word on X-Forwarded-For is taken: nobody's, that of so many proxies in a row, or that of proxies at these
 * addresses.
 */
export type TrustedProxies = null | { hops: number } | { addresses: readonly string[] }

const MOST_HOPS = 20
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}

/**
 * Reads the setting: empty or 0, a number of hops, or addresses and networks with commas between. Undefined for
 * anything else.
 */
export const readTrustedProxies = (text: string | undefined): TrustedProxies | undefined => {
  const words = (text ?? '')
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)
  const [first = '0'] = words
  if (words.length <= 1 && /^\d{1,2}$/.test(first)) {
    const hops = Number(first)
    return hops === 0 ? null : hops <= MOST_HOPS ? { hops } : undefined
  }
  return words.every(isNetwork) ? { addresses: words } : undefined
}

/** The eight groups of an IPv6 address, as numbers. */
const groupsOf = (address: string): number[] => {
  // The platform's own parser shortens it and writes an embedded IPv4 address in hexadecimal.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string | undefined) => (part ? part.split(':').map(group => Number.parseInt(group, 16)) : [])
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

const ipv4Of = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/**
 * Networks of IPv6 whose addresses stand for an IPv4 address: mapped, translated (NAT64), written compatibly; 6to4 has
 * it in front.
 */
const embedsIpv4 = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0],
]
const SIX_TO_FOUR = 0x2002

/** The one spelling of an address: an IPv4 address inside IPv6 is that IPv4 address. Null for what is none. */
const plainAddress = (text: string): string | null => {
  const bare = text
    .trim()
    .replace(/^\[(.+)\](:\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
    .replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return null
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  // ::1 and :: are addresses of their own
  if (embedsIpv4.some(prefix => prefix.every((group, at) => groups[at] === group)) && !(high === 0 && low <= 1))
    return ipv4Of(high, low)
  if (groups[0] === SIX_TO_FOUR) return ipv4Of(groups[1]!, groups[2]!)
  return groups.map(group => group.toString(16)).join(':')
}

/** What counts as one address: a household has a whole /64 of IPv6. */
const countedAddress = (address: string) =>
  isIPv4(address)
    ? address
    : `${address
        .split(':')
        .slice(0, 4)
        .join(':')
        .replace(/(:0)+$/, '')}::/64`

/** An address as somebody writes it, in the spelling that is counted and noted; null for what is none. */
export const countedSpelling = (text: string): string | null => {
  const plain = plainAddress(text)
  return plain === null ? null : countedAddress(plain)
}

/** The network that such an address lies in, as it is rented out: a /48 of IPv6 is one customer's. */
export const networkOf = (address: string): string => {
  const [prefix, bits] = address.split('::/')
  return bits === undefined
    ? address
    : `${prefix!
        .split(':')
        .slice(0, 3)
        .join(':')
        .replace(/(:0)+$/, '')}::/48`
}

const trustIn = (trusted: TrustedProxies): ((address: string, hop: number) => boolean) => {
  if (trusted === null) return () => false
  if ('hops' in trusted) return (_address, hop) => hop < trusted.hops
  const list = new BlockList()
  for (const network of trusted.addresses) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return address => list.check(address, familyOf(address))
}

/** Where a proxy of one's own stands: on this machine, in a private network, or beside it in the same link. */
const ownNetworks = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  ownNetworks.addSubnet(address, bits)
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')
ownNetworks.addSubnet('fe80::', 10, 'ipv6')
const isOfOwnNetwork = (address: string) => ownNetworks.check(address, familyOf(address))

/** No socket has this address: a caller who has hung up before being asked for it. */
const UNKNOWN = '0.0.0.0'

type Caller = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * The way to the address that limits count: the peer of the socket, or, where that is a proxy that is trusted, what it
 * says that it saw, and so on from the right. What is no address is not believed, nor anything to the left of it: a
 * caller may write there.
 */
export const createAddressReader = (trusted: TrustedProxies) => {
  const isTrusted = trustIn(trusted)
  return ({ socket, headers }: Caller): string => {
    let address = plainAddress(socket.remoteAddress ?? '') ?? UNKNOWN
    const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    for (let hop = 0; hop < told.length && isTrusted(address, hop); hop++) {
      const next = plainAddress(told[told.length - 1 - hop]!)
      if (next === null) break
      address = next
    }
    return countedAddress(address)
  }
}

/**
 * The way to the peer of a call that is a proxy on this machine or in its network and is not trusted; null for every
 * other. A caller from elsewhere may write into the header what it likes.
 */
export const createProxyWatch = (trusted: TrustedProxies) => {
  const isTrusted = trustIn(trusted)
  return ({ socket, headers }: Caller): string | null => {
    if (headers['x-forwarded-for'] === undefined) return null
    const peer = plainAddress(socket.remoteAddress ?? '') ?? UNKNOWN
    if (isTrusted(peer, 0) || !isOfOwnNetwork(peer)) return null
    return isIPv4(peer) ? peer : socket.remoteAddress!
  }
}
