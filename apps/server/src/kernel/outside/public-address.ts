import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** IANA's special-purpose registries (RFC 6890 and its updates) and multicast: never hosts of the public internet. */
const specialPurpose = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  /** Ranges within 2000::/3, the only allocated range; includes 6to4 and Teredo, which embed IPv4 addresses. */
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'],
} as const

/** A list of addresses and networks, such as `10.0.0.0/8` or `fc00::/7`. */
export const blockListOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return list
}

const blocked = { ipv4: blockListOf(specialPurpose.ipv4), ipv6: blockListOf(specialPurpose.ipv6) }
const allocated = blockListOf(['2000::/3'])

/** Whether `address` is an IP address of the public internet; false for text that is no IP address. */
export const isPublicAddress = (address: string): boolean => {
  if (isIPv4(address)) return !blocked.ipv4.check(address, 'ipv4')
  return (
    isIPv6(address) &&
    !address.includes('%') &&
    allocated.check(address, 'ipv6') &&
    !blocked.ipv6.check(address, 'ipv6')
  )
}
