import type { IncomingMessage } from 'node:http'
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { blockListOf } from '../outside/public-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's address for rate limits and the audit log: an IPv4 address, or the /64 of an IPv6 address. */
    address: string
  }
}

/** Proxies whose X-Forwarded-For entries are trusted: none, this number of them, or those with these addresses. */
export type TrustedProxies = null | { hops: number } | { addresses: readonly string[] }

const MAX_HOPS = 20
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128))
}

/** Parses TRUST_PROXY: empty, a number of hops, or addresses and networks. Undefined when invalid. */
export const readTrustedProxies = (text: string | undefined): TrustedProxies | undefined => {
  const entries = (text ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(Boolean)
  const [first = '0'] = entries
  if (entries.length <= 1 && /^\d{1,2}$/.test(first)) {
    const hops = Number(first)
    return hops === 0 ? null : hops <= MAX_HOPS ? { hops } : undefined
  }
  return entries.every(isNetwork) ? { addresses: entries } : undefined
}

const groupsOf = (address: string): number[] => {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const read = (part: string | undefined) => (part ? part.split(':').map(group => Number.parseInt(group, 16)) : [])
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

const ipv4Of = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** IPv6 prefixes before an IPv4 address: mapped, NAT64, IPv4-compatible. 6to4 has the IPv4 address after one group. */
const ipv4Prefixes = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0],
]
const SIX_TO_FOUR = 0x2002

const canonicalAddress = (text: string): string | null => {
  const bare = text
    .trim()
    .replace(/^\[(.+)\](:\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
    .replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return null
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  if (ipv4Prefixes.some(prefix => prefix.every((group, at) => groups[at] === group)) && !(high === 0 && low <= 1))
    return ipv4Of(high, low)
  if (groups[0] === SIX_TO_FOUR) return ipv4Of(groups[1]!, groups[2]!)
  return groups.map(group => group.toString(16)).join(':')
}

/** A household usually has a whole /64 of IPv6, which therefore counts as one address. */
const addressBlock = (address: string) =>
  isIPv4(address)
    ? address
    : `${address
        .split(':')
        .slice(0, 4)
        .join(':')
        .replace(/(:0)+$/, '')}::/64`

/** Converts an address that a user entered to the form of `request.address`; null when the address is invalid. */
export const normalizeAddress = (text: string): string | null => {
  const plain = canonicalAddress(text)
  return plain === null ? null : addressBlock(plain)
}

/** The network of an address in the form of `request.address`: for IPv6 the /48 that a customer usually receives. */
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

const createTrustCheck = (trusted: TrustedProxies): ((address: string, hop: number) => boolean) => {
  if (trusted === null) return () => false
  if ('hops' in trusted) return (_address, hop) => hop < trusted.hops
  const list = blockListOf(trusted.addresses)
  return address => list.check(address, familyOf(address))
}

const privateNetworks = blockListOf([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fc00::/7',
  'fe80::/10',
])
const isPrivateAddress = (address: string) => privateNetworks.check(address, familyOf(address))

const UNKNOWN = '0.0.0.0'

type Caller = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * Returns a reader of the caller's address: the peer or, while that is a trusted proxy, the next X-Forwarded-For entry
 * from the right. An invalid entry ends the search, as the caller may have written everything to its left.
 */
export const createAddressReader = (trustedProxies: TrustedProxies) => {
  const isTrusted = createTrustCheck(trustedProxies)
  return ({ socket, headers }: Caller): string => {
    let address = canonicalAddress(socket.remoteAddress ?? '') ?? UNKNOWN
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    for (let hop = 0; hop < forwarded.length && isTrusted(address, hop); hop++) {
      const next = canonicalAddress(forwarded[forwarded.length - 1 - hop]!)
      if (next === null) break
      address = next
    }
    return addressBlock(address)
  }
}

/** The returned function reads the peer's address if it is an untrusted proxy in a private network, else null. */
export const createUntrustedProxyDetector = (trustedProxies: TrustedProxies) => {
  const isTrusted = createTrustCheck(trustedProxies)
  return ({ socket, headers }: Caller): string | null => {
    if (headers['x-forwarded-for'] === undefined) return null
    const peer = canonicalAddress(socket.remoteAddress ?? '') ?? UNKNOWN
    if (isTrusted(peer, 0) || !isPrivateAddress(peer)) return null
    return isIPv4(peer) ? peer : socket.remoteAddress!
  }
}
