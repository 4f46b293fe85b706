import type { ServerResponse } from 'node:http'
import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeInternet, startFakeInternet, PUBLIC_ADDRESSES } from '#server/testing/fake-internet.ts'
import { createFetchExternal, NotAllowedError } from './fetch-external.ts'
import type * as PublicAddress from './public-address.ts'

/** Fault injection: the check passes every address for which `accepts` is true. `checks` counts the earlier checks. */
const faults = vi.hoisted(() => ({
  accepts: null as ((address: string, checks: number) => boolean) | null,
  checks: 0,
}))
vi.mock('./public-address.ts', async original => {
  const real = await original<typeof PublicAddress>()
  return {
    isPublicAddress: (address: string) =>
      faults.accepts?.(address, faults.checks++) === true || real.isPublicAddress(address),
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
    // pause: a server that sends slowly
    setInterval(() => response.write('x'), 5).unref()
  },
  '/silent': () => {},
  '/dripping': response => {
    // pause: a server that sends slowly
    setInterval(() => response.write('x'), 150).unref()
  },
  '/loop': response => response.writeHead(302, { location: '/loop' }).end(),
  '/pingpong': response =>
    response.writeHead(307, { location: 'https://other.example/pingpong?' + Math.random() }).end(),
  '/heads': response => response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end('hello'),
  '/packed': response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(500_000))),
  '/boast': response => {
    response.writeHead(200, { 'content-length': '5' })
    response.socket!.end('x'.repeat(5000))
  },
  '/gone': response => response.writeHead(404).end('hello'),
  '/nowhere': response => response.writeHead(302).end('hello'),
  '/cookie': response => response.writeHead(302, { location: '/hello', 'set-cookie': 'a=b' }).end(),
}

let outside: FakeInternet
beforeAll(async () => {
  outside = await startFakeInternet(
    ['good.example', 'other.example'],
    (request, response) => {
      const { pathname, searchParams } = new URL(request.url!, 'https://good.example')
      answers[pathname]?.(response, searchParams)
    },
    { timeoutMs: 400, maxBytes: 1000 },
  )
})
afterEach(() => {
  outside.connections.length = outside.requests.length = faults.checks = 0
  faults.accepts = null
})
afterAll(() => outside.close())

const get = (url: string) => outside.fetchOutside(url).then(String)
const REDIRECT_PREFIX = 'https://good.example/to?url='
const redirectTo = (url: string) => REDIRECT_PREFIX + encodeURIComponent(url)

/** Addresses outside the public internet, as a resolver returns them. */
const nonPublic = [
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
const hosts = [
  ...nonPublic.filter(address => address.includes('.') && !address.includes(':')),
  ...nonPublic.filter(address => address.includes(':') && !address.includes('%')).map(address => `[${address}]`),
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
  'LocalHost.',
  'localhost.',
  'ｌｏｃａｌｈｏｓｔ',
  'loc\u00adalhost',
  'local\u200dhost',
  '%6c%6f%63%61%6c%68%6f%73%74',
  'a.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'metadata.google.internal',
  'unknown.example',
  'xn--localhost',
  '0x7F.0X0.0x0.0X1',
  '0X7F000001',
  '0x7f000001.',
  '0000000177.0.0.1',
  '127.0x0.1',
  '127.000.000.001',
  '①②⑦.⓪.⓪.①',
  '127．0．0．1',
  '127｡0｡0｡1',
  '2130706433.',
  '4294967295',
  '0xffffffff',
  '0xe0000001',
  '0x64400001',
  '0251.0376.0251.0376',
  '169.254.169.254.',
  '100.100.100.200',
  '[::FFFF:127.0.0.1]',
  '[0000:0000:0000:0000:0000:ffff:7f00:0001]',
  '[::ffff:0:0]',
  '[fd00:ec2::254]',
  '[64:ff9b::169.254.169.254]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:5ef5:79fb::8000:1]',
  '[::1%25lo]',
  '[::1%lo]',
  '[v1.127.0.0.1]',
]
/** Host names that a resolver may map to this machine, by IPv4 and IPv6. */
const local = hosts.filter(host => /local|ip6|metadata/i.test(host.normalize('NFKC').replace(/[\u00ad\u200d]/g, '')))
/** URLs whose host is allowed but that are refused for another reason. */
const invalidUrls = [
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
  'https://good.example:0/hello',
  'https://good.example:000080/hello',
  'https://good.example:999999/hello',
  'https://127.0.0.1:443/hello',
  'https://127.0.0.1%2f@good.example/hello',
  'https://good.example%00.127.0.0.1/hello',
  'https://good.example\t@127.0.0.1/hello',
  'http:good.example/hello',
  'dict://good.example/hello',
  'ldap://good.example/hello',
  'jar:https://good.example/hello',
  'about:blank',
  'https://[::1',
  'https://',
  '//',
  'hello',
]
const named = nonPublic.map((address, at) => [`in${at}.example`, [address]] as const)
const mixedLast = nonPublic.map((address, at) => [`torn${at}.example`, [PUBLIC_ADDRESSES.first, address]] as const)
const mixedFirst = nonPublic.map((address, at) => [`nrot${at}.example`, [address, PUBLIC_ADDRESSES.first]] as const)
const mixedIpv6 = nonPublic.map(
  (address, at) => [`six${at}.example`, [PUBLIC_ADDRESSES.second, PUBLIC_ADDRESSES.first, address]] as const,
)
const resolved = [
  ...named,
  ...mixedLast,
  ...mixedFirst,
  ...mixedIpv6,
  ...local.flatMap(host => {
    const link = `https://${host}/`
    return URL.canParse(link) ? [[new URL(link).hostname, ['127.0.0.1', '::1']] as const] : []
  }),
]
const battery = [
  ...invalidUrls,
  ...hosts.map(host => `https://${host}/hello`),
  ...resolved.map(([name]) => `https://${name}/hello`),
]

/** Returns the URLs that were fetched or led to a connection outside the public internet. */
const findFaults = async (links: readonly string[]): Promise<string[]> => {
  for (const [name, addresses] of resolved) outside.names.set(name, addresses)
  const found: string[] = []
  for (const link of links) {
    faults.checks = 0
    outside.connections.length = 0
    const text = await get(link).catch(() => null)
    if (text !== null) found.push(`${link} is fetched`)
    // A redirecting URL makes one allowed connection first.
    if (outside.connections.length > (link.startsWith(REDIRECT_PREFIX) ? 1 : 0))
      found.push(`${link} connects to ${outside.connections.at(-1)}`)
  }
  return found
}

describe(`${battery.length} forbidden URLs`, () => {
  it('are not connected to', async () => {
    expect(battery.length).toBeGreaterThan(150)
    expect(await findFaults(battery)).toEqual([])
  }, 60_000)

  it('are not followed in a redirect', async () => {
    // A relative reference would resolve against the redirecting server.
    expect(await findFaults(battery.filter(link => URL.canParse(link)).map(redirectTo))).toEqual([])
  }, 60_000)

  it('never reach this machine, although it listens on all its addresses', async () => {
    const before = outside.reached()
    expect(await findFaults(battery)).toEqual([])
    expect(outside.reached()).toBe(before)
    // This machine does listen: without the check it is reached.
    faults.accepts = () => true
    await findFaults(['https://127.0.0.1/hello', 'https://[::1]/hello', 'https://a.localhost/hello'])
    expect(outside.reached()).toBe(before + 3)
  }, 60_000)
})

const inRange = (range: string) => {
  const [network, bits] = range.split('/') as [string, string]
  const family = isIPv6(network) ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(network, Number(bits), family)
  return (address: string) =>
    (family === 'ipv4' ? isIPv4(address) : isIPv6(address)) && list.check(address.replace(/%.*/, ''), family)
}
const isMapped = inRange('::ffff:0:0/96')
const literals = hosts.map(host => `https://${host}/hello`)

describe('the checks above', () => {
  const injectFault = (accepts: NonNullable<typeof faults.accepts>) => {
    faults.accepts = accepts
  }

  it('fail if the target of a redirect is not checked', async () => {
    injectFault((_, checks) => checks > 0)
    const found = await findFaults(named.map(([name]) => redirectTo(`https://${name}/hello`)))
    expect(found.filter(fault => fault.includes('connects to')).length).toBeGreaterThan(50)
  }, 60_000)

  it('fail if resolved addresses are not checked', async () => {
    injectFault(() => true)
    const found = await findFaults(named.map(([name]) => `https://${name}/hello`))
    expect(found.filter(fault => fault.includes('connects to')).length).toBe(named.length)
  }, 60_000)

  it('fail if only the first or the last address of a name is checked', async () => {
    injectFault((_, checks) => checks > 0)
    expect((await findFaults(mixedLast.map(([name]) => `https://${name}/hello`))).length).toBeGreaterThan(50)
    injectFault((_, checks) => checks === 0)
    expect((await findFaults(mixedFirst.map(([name]) => `https://${name}/hello`))).length).toBeGreaterThan(50)
  }, 60_000)

  it('fail if IPv6 addresses are not checked, or IPv4, or IPv4-mapped ones', async () => {
    for (const accepts of [isIPv6, isIPv4, isMapped] as const) {
      injectFault(address => accepts(address))
      expect((await findFaults(literals)).length, accepts.name).toBeGreaterThan(2)
    }
    injectFault(address => address.includes('%'))
    expect((await findFaults(named.map(([name]) => `https://${name}/hello`))).length).toBeGreaterThan(0)
  }, 60_000)

  it.each([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
    '::1/128',
    '64:ff9b::/96',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '2620:4f:8000::/48',
    '3fff::/20',
    'fc00::/7',
    'fe80::/10',
    'ff00::/8',
  ])('fail if %s counts as public', async range => {
    injectFault(inRange(range))
    expect((await findFaults(literals)).length).toBeGreaterThan(0)
  })

  it('fail if a name is resolved again to connect (DNS rebinding)', async () => {
    let asked = 0
    const answer = (): readonly string[] => (asked++ % 2 === 0 ? [PUBLIC_ADDRESSES.first] : ['127.0.0.1'])
    const rebinding = (connectsByName: boolean) =>
      createFetchExternal({
        resolve: async () => answer(),
        connect: ({ host, servername }) => {
          const place = connectsByName ? answer()[0]! : host!
          return Promise.reject(new Error(`${servername} at ${place}`))
        },
      })('https://rebinding.example/')
    await expect(rebinding(false)).rejects.toThrow(`rebinding.example at ${PUBLIC_ADDRESSES.first}`)
    asked = 0
    await expect(rebinding(true)).rejects.toThrow('rebinding.example at 127.0.0.1')
  })
})

describe('an allowed URL', () => {
  it('is fetched from the checked address, without any of our credentials', async () => {
    expect(await get('https://good.example/hello?a=b#c')).toBe('hello')
    expect(outside.connections).toEqual([`${PUBLIC_ADDRESSES.first}:443`])
    expect(outside.requests).toEqual([
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

  it('may redirect three times, with every redirect status, without cookies', async () => {
    expect(await get('https://good.example/cookie')).toBe('hello')
    expect(outside.requests[1]!.headers).not.toHaveProperty('cookie')
    for (const status of [301, 302, 303, 307, 308])
      expect(await get(`${redirectTo('https://other.example/hello')}&status=${status}`)).toBe('hello')
    expect(await get(redirectTo(redirectTo(redirectTo('https://other.example/hello'))))).toBe('hello')
    await expect(get(redirectTo(redirectTo(redirectTo(redirectTo('https://other.example/hello')))))).rejects.toThrow(
      'sent elsewhere',
    )
  })

  it('is resolved once: a later change of its DNS has no effect', async () => {
    let asked = 0
    outside.names.set('good.example', [PUBLIC_ADDRESSES.first])
    const { get: real } = outside.names
    const names = vi
      .spyOn(outside.names, 'get')
      .mockImplementation(name => (++asked > 1 ? ['127.0.0.1'] : real.call(outside.names, name)))
    expect([await get('https://good.example/hello'), asked, outside.connections]).toEqual([
      'hello',
      1,
      [`${PUBLIC_ADDRESSES.first}:443`],
    ])
    names.mockRestore()
  })

  it('may have an IPv6 address', async () => {
    outside.names.set('other.example', [PUBLIC_ADDRESSES.second])
    expect([await get('https://other.example/hello'), outside.connections]).toEqual([
      'hello',
      [`${PUBLIC_ADDRESSES.second}:443`],
    ])
    outside.names.set('other.example', [PUBLIC_ADDRESSES.first])
  })

  it('must have a valid certificate', async () => {
    outside.names.set('impostor.example', [PUBLIC_ADDRESSES.first])
    await expect(get('https://impostor.example/hello')).rejects.toThrow(/altnames/)
    await expect(get(`https://${PUBLIC_ADDRESSES.first}/hello`)).rejects.toThrow(/altnames|IP/)
    expect(outside.requests).toEqual([])
  })

  it.each([
    ['/long', 'too long'],
    ['/endless', 'too slow'],
    ['/silent', 'too slow'],
    ['/dripping', 'too slow'],
    ['/loop', 'sent elsewhere'],
    ['/pingpong', 'sent elsewhere'],
    ['/heads', 'Header overflow'],
    ['/gone', 'answered 404'],
    ['/nowhere', 'answered 302'],
  ])('is aborted on a bad response: %s', async (path, why) => {
    await expect(get(`https://good.example${path}`)).rejects.toThrow(why)
  })

  it('is not decompressed, so a small response stays small', async () => {
    const packed = await outside.fetchOutside('https://good.example/packed')
    expect(packed.equals(gzipSync(Buffer.alloc(500_000)))).toBe(true)
    expect(packed.length).toBeLessThan(1000)
  })

  it('is not read beyond its content-length, nor beyond the limit', async () => {
    const boast = await outside.fetchOutside('https://good.example/boast').catch(() => Buffer.alloc(0))
    expect(boast.length).toBeLessThanOrEqual(1000)
    await expect(outside.fetchOutside('https://good.example/hello', { maxBytes: 4 })).rejects.toThrow('too long')
  })

  it('is aborted when its host name is not resolved in time', async () => {
    const slow = await startFakeInternet(['slow.example'], (_, response) => response.end('late'), {
      timeoutMs: 50,
      resolve: () => new Promise(() => {}),
    })
    await expect(slow.fetchOutside('https://slow.example/')).rejects.toThrow('too slow')
    expect(slow.connections).toEqual([])
    await slow.close()
  })
})

describe('web push endpoints', () => {
  const posted = { headers: { ttl: 60 }, body: Buffer.from('hello') }

  /** Returns the URLs that were accepted for registration, posted to, or connected to. */
  const findPosts = async (links: readonly string[]): Promise<string[]> => {
    for (const [name, addresses] of resolved) outside.names.set(name, addresses)
    const found: string[] = []
    for (const link of links) {
      outside.connections.length = 0
      const tries = [outside.postOutside.assertAllowed(link), outside.postOutside.post(link, posted)]
      for (const { status } of await Promise.allSettled(tries))
        if (status === 'fulfilled') found.push(`${link} is reached`)
      if (outside.connections.length > 0) found.push(`${link} connects to ${outside.connections.at(-1)}`)
    }
    return found
  }

  it(`reach none of the ${battery.length} forbidden URLs, nor this machine`, async () => {
    const before = outside.reached()
    expect(await findPosts(battery)).toEqual([])
    expect(outside.reached()).toBe(before)
  }, 60_000)

  it('fail if addresses are not checked', async () => {
    faults.accepts = () => true
    const before = outside.reached()
    expect(
      (await findPosts(['https://127.0.0.1/hello', 'https://[::1]/hello', 'https://a.localhost/hello'])).length,
    ).toBe(6)
    expect(outside.reached()).toBe(before + 3)
  })

  it('get the POST unchanged, and redirects are not followed', async () => {
    expect(await outside.postOutside.post('https://good.example/hello?a=b', posted)).toBe(200)
    expect(outside.requests).toEqual([
      {
        host: 'good.example',
        url: '/hello?a=b',
        headers: {
          ttl: '60',
          host: 'good.example',
          'user-agent': 'Parvis',
          connection: 'close',
          'content-length': '5',
        },
      },
    ])
    outside.connections.length = 0
    expect(await outside.postOutside.post(redirectTo('https://other.example/hello'), posted)).toBe(302)
    expect(outside.connections).toHaveLength(1)
    await expect(outside.postOutside.post('https://good.example/silent', posted)).rejects.toThrow('not reached in time')
  })

  it('are checked at each push: an endpoint that later resolves to a private address is refused', async () => {
    await outside.postOutside.assertAllowed('https://other.example/hello')
    outside.names.set('other.example', ['127.0.0.1'])
    await expect(outside.postOutside.post('https://other.example/hello', posted)).rejects.toBeInstanceOf(
      NotAllowedError,
    )
    outside.names.set('other.example', [PUBLIC_ADDRESSES.first])
  })
})
