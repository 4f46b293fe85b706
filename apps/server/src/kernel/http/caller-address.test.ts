import { expect, it } from 'vitest'
import {
  normalizeAddress,
  createAddressReader,
  createUntrustedProxyDetector,
  networkOf,
  readTrustedProxies,
} from './caller-address.ts'

const read = (setting: string, peer: string | undefined, forwarded?: string | string[]) =>
  createAddressReader(readTrustedProxies(setting)!)({
    socket: { remoteAddress: peer },
    headers: { 'x-forwarded-for': forwarded as string },
  })

it('detects an untrusted proxy in a private network that forwards requests', () => {
  const detected: string[] = []
  const call = (setting: string, peer: string, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    const proxy = createUntrustedProxyDetector(readTrustedProxies(setting)!)({
      socket: { remoteAddress: peer },
      headers,
    })
    if (proxy) detected.push(proxy)
  }
  call('0', '127.0.0.1')
  call('1', '127.0.0.1', '203.0.113.1')
  call('10.0.0.0/8', '10.0.0.7', '203.0.113.1')
  // A caller from a public address can write anything into X-Forwarded-For.
  call('0', '203.0.113.9', '9.9.9.9')
  expect(detected).toEqual([])
  for (const peer of ['127.0.0.1', '::1', '172.18.0.1', '192.168.1.2', '::ffff:10.0.0.1', 'fd00::1'])
    call('0', peer, '9.9.9.9')
  call('192.168.0.0/16', '10.0.0.7', '203.0.113.1')
  expect(detected).toEqual(['127.0.0.1', '::1', '172.18.0.1', '192.168.1.2', '10.0.0.1', 'fd00::1', '10.0.0.7'])
})

it.each([
  ['0', '203.0.113.1', '9.9.9.9', '203.0.113.1'],
  ['', '203.0.113.1', '9.9.9.9', '203.0.113.1'],
  ['1', '10.0.0.1', undefined, '10.0.0.1'],
  ['1', '10.0.0.1', '203.0.113.1', '203.0.113.1'],
  // The caller itself may have written the entries further to the left.
  ['1', '10.0.0.1', '9.9.9.9, 203.0.113.1', '203.0.113.1'],
  ['1', '10.0.0.1', ['9.9.9.9', '203.0.113.1'], '203.0.113.1'],
  ['2', '10.0.0.1', '9.9.9.9, 203.0.113.1, 10.0.0.2', '203.0.113.1'],
  ['2', '10.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['10.0.0.0/8, ::1', '::1', '9.9.9.9, 203.0.113.1, 10.0.0.2', '203.0.113.1'],
  ['10.0.0.0/8', '203.0.113.9', '9.9.9.9', '203.0.113.9'],
  ['10.0.0.0/8', '::ffff:10.0.0.1', '9.9.9.9', '9.9.9.9'],
  ['2001:db8::/32', '2001:db8::5', '9.9.9.9', '9.9.9.9'],
  ['1', '10.0.0.1', 'nonsense', '10.0.0.1'],
  ['1', '10.0.0.1', '9.9.9.9, unknown', '10.0.0.1'],
  ['2', '10.0.0.1', '9.9.9.9, _hidden, 10.0.0.2', '10.0.0.2'],
  ['1', '10.0.0.1', '9.9.9.9, ', '10.0.0.1'],
  ['1', '10.0.0.1', 'x'.repeat(9000), '10.0.0.1'],
  ['1', '10.0.0.1', `${'1.2.3.4, '.repeat(900)}203.0.113.1`, '203.0.113.1'],
  // Every notation of an address gives the same result, and a household's /64 counts as one address.
  ['1', '10.0.0.1', '203.0.113.1:4711', '203.0.113.1'],
  ['1', '10.0.0.1', '::ffff:203.0.113.1', '203.0.113.1'],
  ['1', '10.0.0.1', '::ffff:cb00:7101', '203.0.113.1'],
  ['1', '10.0.0.1', '64:ff9b::203.0.113.1', '203.0.113.1'],
  ['1', '10.0.0.1', '2002:cb00:7101::7', '203.0.113.1'],
  ['1', '10.0.0.1', '::203.0.113.1', '203.0.113.1'],
  ['1', '10.0.0.1', '2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['1', '10.0.0.1', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['1', '10.0.0.1', '2001:db8::9', '2001:db8::/64'],
  ['0', 'fe80::1%eth0', undefined, 'fe80::/64'],
  ['0', '::1', undefined, '0::/64'],
  ['0', undefined, undefined, '0.0.0.0'],
])(
  'with TRUST_PROXY="%s", peer %s with X-Forwarded-For "%s" has the caller address %s',
  (setting, peer, forwarded, address) => {
    expect(read(setting, peer, forwarded)).toBe(address)
  },
)

it.each([
  ['', null],
  [' 0 ', null],
  ['00', null],
  [' 1 ', { hops: 1 }],
  ['20', { hops: 20 }],
  ['21', undefined],
  ['100', undefined],
  ['1, 2', undefined],
  ['10.0.0.0/8, ,::1', { addresses: ['10.0.0.0/8', '::1'] }],
  ['10.0.0.1/32', { addresses: ['10.0.0.1/32'] }],
  ['10.0.0.1/33', undefined],
  ['10.0.0.1/0008', undefined],
  ['10.0.0.1/8a', undefined],
  ['10.0.0.1/ 8', undefined],
  ['10.0.0.1/', undefined],
  ['10.0.0.1/8/8', undefined],
  ['::/128', { addresses: ['::/128'] }],
  ['::/129', undefined],
  ['fe80::1%eth0', undefined],
  ['proxy', undefined],
  ['10.0.0.1, proxy', undefined],
])('TRUST_PROXY="%s" is read as %o', (text, trusted) => {
  expect(readTrustedProxies(text)).toEqual(trusted)
})

it.each([
  ['203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::/64', '2001:db8::/48'],
  ['2001:0:1:2::/64', '2001:0:1::/48'],
])('%s lies in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  [' 203.0.113.1 ', '203.0.113.1'],
  ['2001:DB8:1:2:3::4', '2001:db8:1:2::/64'],
  ['proxy', null],
  ['', null],
])('"%s" normalizes to %s', (written, counted) => {
  expect(normalizeAddress(written)).toBe(counted)
})
