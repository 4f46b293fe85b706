import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Outside, openOutside, PUBLIC } from '#server/testing/outside.ts'
import type * as PublicAddress from './public-address.ts'

/** A fault for the checker to find: once sent elsewhere, nobody looks where. */
const faults = vi.hoisted(() => ({ trustsRedirects: false, looks: 0 }))
vi.mock('./public-address.ts', async original => {
  const real = await original<typeof PublicAddress>()
  return {
    isPublicAddress: (address: string) =>
      (faults.trustsRedirects && faults.looks++ > 0) || real.isPublicAddress(address),
  }
})

const answers: Record<string, (response: ServerResponse, search: URLSearchParams) => void> = {
  '/hello': response => response.end('hello'),
  '/to': (response, search) =>
    response
      .writeHead(Number(search.get('status') ?? 302), { location: Buffer.from(search.get('url')!).toString('latin1') })
      .end(),
  '/long': response => response.end('x'.repeat(2000)),
  '/endless': response => {
    setInterval(() => response.write('x'), 5).unref()
  },
  '/silent': () => {},
  '/gone': response => response.writeHead(404).end('hello'),
  '/nowhere': response => response.writeHead(302).end('hello'),
  '/cookie': response => response.writeHead(302, { location: '/hello', 'set-cookie': 'a=b' }).end(),
}

let outside: Outside
beforeAll(async () => {
  outside = await openOutside(
    ['good.example', 'other.example'],
    (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'https://good.example')
      answers[pathname]?.(response, searchParams)
    },
    { mostMs: 400, mostBytes: 1000 },
  )
})
afterEach(() => {
  outside.connected.length = outside.asked.length = faults.looks = 0
  faults.trustsRedirects = false
})
afterAll(() => outside.close())

const get = (url: string) => outside.fetchOutside(url).then(String)
const via = (url: string) => `https://good.example/to?url=${encodeURIComponent(url)}`

/** Addresses that are nobody's in the public internet, as a resolver writes them. */
const inside = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::2',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::ffff:93.184.215.14',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:0:7f00:1::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2002:a00:1::1',
  '2002:c0a8:101::',
  '2620:4f:8000::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'e000::1',
  'fc00::1',
  'fd00::1',
  'fdff:ffff::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  'ff0e::1',
  '0:0:0:0:0:ffff:c0a8:1',
  '',
  'localhost',
  '10.0.1',
  '1',
]
/** Ways to write such an address into a link. */
const written = [
  ...inside.filter(address => address.includes('.') && !address.includes(':')),
  ...inside.filter(address => address.includes(':') && !address.includes('%')).map(address => `[${address}]`),
  '2130706433',
  '0x7f000001',
  '017700000001',
  '127.1',
  '127.0.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '0x7f.1',
  '127.0.0.1.',
  '１２７.0.0.1',
  '127。0。0。1',
  '⑫7.0.0.1',
  '%31%32%37.0.0.1',
  '0',
  '0x0',
  '00000000',
  '10.1',
  '3232235777',
  '0300.0250.1.1',
  '0xa9fea9fe',
  '2852039166',
  '169.254.43518',
  '[::ffff:0x7f.1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:a9fe:a9fe]',
  '[fe80::1%25eth0]',
  'localhost',
  'LOCALHOST',
  'unknown.example',
]
/** Links that are wrong in another way; where they lead would be allowed. */
const odd = [
  'http://good.example/hello',
  'HTTP://good.example/hello',
  'ftp://good.example/hello',
  'file:///etc/passwd',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'blob:https://good.example/hello',
  'ws://good.example/hello',
  'gopher://good.example/',
  'https://a@good.example/hello',
  'https://:b@good.example/hello',
  'https://good.example@127.0.0.1/hello',
  'https://127.0.0.1#@good.example/hello',
  'https://127.0.0.1\\@good.example/hello',
  'https://good.example:80/hello',
  'https://good.example:8443/hello',
  'https://good.example:22/hello',
  'https://good.example:65535/hello',
  'https://[::1',
  'https://',
  '//',
  'hello',
]
const named = inside.map((address, at) => [`in${at}.example`, [address]] as const)
const torn = inside.map((address, at) => [`torn${at}.example`, [PUBLIC.first, address]] as const)
const battery = [
  ...odd,
  ...written.map(host => `https://${host}/hello`),
  ...[...named, ...torn].map(([name]) => `https://${name}/hello`),
]

/** Whatever of these was fetched, or connected to a place that is none of the public internet. */
const findFaults = async (links: readonly string[]): Promise<string[]> => {
  for (const [name, addresses] of [...named, ...torn]) outside.names.set(name, addresses)
  const found: string[] = []
  for (const link of links) {
    faults.looks = 0
    outside.connected.length = 0
    const text = await get(link).catch(() => null)
    if (text !== null) found.push(`${link} is fetched`)
    if (outside.connected.some(place => place !== `${PUBLIC.first}:443`))
      found.push(`${link} connects to ${outside.connected.at(-1)}`)
  }
  return found
}

describe(`${battery.length} addresses that are not to be fetched`, () => {
  it('are not connected to', async () => {
    expect(battery.length).toBeGreaterThan(150)
    expect(await findFaults(battery)).toEqual([])
  }, 60_000)

  it('nor when a server of the internet leads there', async () => {
    // What is no address by itself is one beside the place where it is found.
    expect(await findFaults(battery.filter(link => URL.canParse(link)).map(via))).toEqual([])
  }, 60_000)

  it('would be found out if nobody looked again after being led elsewhere', async () => {
    faults.trustsRedirects = true
    const found = await findFaults(named.map(([name]) => via(`https://${name}/hello`)))
    expect(found.filter(fault => fault.includes('connects to')).length).toBeGreaterThan(50)
  }, 60_000)
})

describe('what may be fetched', () => {
  it('is, with nothing of ours, from the address that was looked at', async () => {
    expect(await get('https://good.example/hello?a=b#c')).toBe('hello')
    expect(outside.connected).toEqual([`${PUBLIC.first}:443`])
    expect(outside.asked).toEqual([
      {
        host: 'good.example',
        url: '/hello?a=b',
        headers: {
          host: 'good.example',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'user-agent': 'Parvis',
          connection: 'close',
        },
      },
    ])
  })

  it('may be led on three times, by every kind of redirect, without cookies', async () => {
    expect(await get('https://good.example/cookie')).toBe('hello')
    expect(outside.asked[1]!.headers).not.toHaveProperty('cookie')
    for (const status of [301, 302, 303, 307, 308])
      expect(await get(`${via('https://other.example/hello')}&status=${status}`)).toBe('hello')
    expect(await get(via(via(via('https://other.example/hello'))))).toBe('hello')
    await expect(get(via(via(via(via('https://other.example/hello')))))).rejects.toThrow('sent elsewhere')
  })

  it('is looked up once: what its name stands for a moment later does not count', async () => {
    let asked = 0
    outside.names.set('good.example', [PUBLIC.first])
    const { get: real } = outside.names
    const names = vi
      .spyOn(outside.names, 'get')
      .mockImplementation(name => (++asked > 1 ? ['127.0.0.1'] : real.call(outside.names, name)))
    expect([await get('https://good.example/hello'), asked, outside.connected]).toEqual([
      'hello',
      1,
      [`${PUBLIC.first}:443`],
    ])
    names.mockRestore()
  })

  it('may have an address of six', async () => {
    outside.names.set('other.example', [PUBLIC.second])
    expect([await get('https://other.example/hello'), outside.connected]).toEqual(['hello', [`${PUBLIC.second}:443`]])
    outside.names.set('other.example', [PUBLIC.first])
  })

  it('must prove its name', async () => {
    outside.names.set('impostor.example', [PUBLIC.first])
    await expect(get('https://impostor.example/hello')).rejects.toThrow(/altnames/)
    await expect(get(`https://${PUBLIC.first}/hello`)).rejects.toThrow(/altnames|IP/)
    expect(outside.asked).toEqual([])
  })

  it.each([
    ['/long', 'too long'],
    ['/endless', 'too slow'],
    ['/silent', 'too slow'],
    ['/gone', 'answered 404'],
    ['/nowhere', 'answered 302'],
  ])('is given up where it is not to be had: %s', async (path, why) => {
    await expect(get(`https://good.example${path}`)).rejects.toThrow(why)
  })

  it('is given up when its name is not found in time', async () => {
    const slow = await openOutside(['slow.example'], (_, response) => response.end('late'), {
      mostMs: 50,
      resolve: () => new Promise(() => {}),
    })
    await expect(slow.fetchOutside('https://slow.example/')).rejects.toThrow('too slow')
    expect(slow.connected).toEqual([])
    await slow.close()
  })
})
