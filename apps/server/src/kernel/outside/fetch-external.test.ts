import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { REDIRECT_PREFIX, redirectTo, startAnsweringInternet } from '#server/testing/answering-internet.ts'
import { type FakeInternet, PUBLIC_ADDRESSES, startFakeInternet } from '#server/testing/fake-internet.ts'
import {
  forbiddenUrls,
  forbiddenHosts,
  namesWithForbiddenFirst,
  namesWithForbiddenLast,
  namesOfForbidden,
  dnsEntries,
} from '#server/testing/forbidden-urls.ts'
import { createFetchExternal } from './fetch-external.ts'
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

let outside: FakeInternet
beforeAll(async () => {
  outside = await startAnsweringInternet()
})
afterEach(() => {
  outside.connections.length = outside.requests.length = faults.checks = 0
  faults.accepts = null
})
afterAll(() => outside.close())

const get = (url: string) => outside.fetchOutside(url).then(String)

/** Returns an entry for each URL that was fetched, or that caused a connection to an address that is not allowed. */
const findViolations = async (links: readonly string[]): Promise<string[]> => {
  for (const [name, addresses] of dnsEntries) outside.addressesByName.set(name, addresses)
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

describe(`${forbiddenUrls.length} forbidden URLs`, () => {
  it('are not connected to', async () => {
    expect(forbiddenUrls.length).toBeGreaterThan(150)
    expect(await findViolations(forbiddenUrls)).toEqual([])
  }, 60_000)

  it('are not followed in a redirect', async () => {
    // A relative reference would resolve against the redirecting server.
    expect(await findViolations(forbiddenUrls.filter(link => URL.canParse(link)).map(redirectTo))).toEqual([])
  }, 60_000)

  it('never reach this machine, although it listens on all its addresses', async () => {
    const before = outside.loopbackConnectionCount()
    expect(await findViolations(forbiddenUrls)).toEqual([])
    expect(outside.loopbackConnectionCount()).toBe(before)
    // This machine does listen: without the check it is reached.
    faults.accepts = () => true
    await findViolations(['https://127.0.0.1/hello', 'https://[::1]/hello', 'https://a.localhost/hello'])
    expect(outside.loopbackConnectionCount()).toBe(before + 3)
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
const literals = forbiddenHosts.map(host => `https://${host}/hello`)

describe('the tests of forbidden URLs', () => {
  const injectFault = (accepts: NonNullable<typeof faults.accepts>) => {
    faults.accepts = accepts
  }

  it('fail if the target of a redirect is not checked', async () => {
    injectFault((_, checks) => checks > 0)
    const found = await findViolations(namesOfForbidden.map(([name]) => redirectTo(`https://${name}/hello`)))
    expect(found.filter(fault => fault.includes('connects to')).length).toBeGreaterThan(50)
  }, 60_000)

  it('fail if resolved addresses are not checked', async () => {
    injectFault(() => true)
    const found = await findViolations(namesOfForbidden.map(([name]) => `https://${name}/hello`))
    expect(found.filter(fault => fault.includes('connects to')).length).toBe(namesOfForbidden.length)
  }, 60_000)

  it('fail if only the first or the last address of a name is checked', async () => {
    injectFault((_, checks) => checks > 0)
    expect(
      (await findViolations(namesWithForbiddenLast.map(([name]) => `https://${name}/hello`))).length,
    ).toBeGreaterThan(50)
    injectFault((_, checks) => checks === 0)
    expect(
      (await findViolations(namesWithForbiddenFirst.map(([name]) => `https://${name}/hello`))).length,
    ).toBeGreaterThan(50)
  }, 60_000)

  it('fail if IPv6 addresses, IPv4 addresses, IPv4-mapped addresses or addresses with a zone are not checked', async () => {
    for (const accepts of [isIPv6, isIPv4, isMapped] as const) {
      injectFault(address => accepts(address))
      expect((await findViolations(literals)).length, accepts.name).toBeGreaterThan(2)
    }
    injectFault(address => address.includes('%'))
    expect((await findViolations(namesOfForbidden.map(([name]) => `https://${name}/hello`))).length).toBeGreaterThan(0)
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
    expect((await findViolations(literals)).length).toBeGreaterThan(0)
  })

  it('fail if a host name is resolved again to connect (DNS rebinding)', async () => {
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
    outside.addressesByName.set('good.example', [PUBLIC_ADDRESSES.first])
    const { get: real } = outside.addressesByName
    const names = vi
      .spyOn(outside.addressesByName, 'get')
      .mockImplementation(name => (++asked > 1 ? ['127.0.0.1'] : real.call(outside.addressesByName, name)))
    expect([await get('https://good.example/hello'), asked, outside.connections]).toEqual([
      'hello',
      1,
      [`${PUBLIC_ADDRESSES.first}:443`],
    ])
    names.mockRestore()
  })

  it('may have an IPv6 address', async () => {
    outside.addressesByName.set('other.example', [PUBLIC_ADDRESSES.second])
    expect([await get('https://other.example/hello'), outside.connections]).toEqual([
      'hello',
      [`${PUBLIC_ADDRESSES.second}:443`],
    ])
    outside.addressesByName.set('other.example', [PUBLIC_ADDRESSES.first])
  })

  it('must have a valid certificate', async () => {
    outside.addressesByName.set('impostor.example', [PUBLIC_ADDRESSES.first])
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
  ])('is not fetched when its response is bad: %s', async (path, why) => {
    await expect(get(`https://good.example${path}`)).rejects.toThrow(why)
  })

  it('returns a compressed response as it is, so that a small response stays small', async () => {
    const packed = await outside.fetchOutside('https://good.example/packed')
    expect(packed.equals(gzipSync(Buffer.alloc(500_000)))).toBe(true)
    expect(packed.length).toBeLessThan(1000)
  })

  it('has a response that is read neither beyond its content-length nor beyond the size limit', async () => {
    const boast = await outside.fetchOutside('https://good.example/boast').catch(() => Buffer.alloc(0))
    expect(boast.length).toBeLessThanOrEqual(1000)
    await expect(outside.fetchOutside('https://good.example/hello', { maxBytes: 4 })).rejects.toThrow('too long')
  })

  it('is not fetched when its host name is not resolved in time', async () => {
    const slow = await startFakeInternet(['slow.example'], (_, response) => response.end('late'), {
      timeoutMs: 50,
      resolve: () => new Promise(() => {}),
    })
    await expect(slow.fetchOutside('https://slow.example/')).rejects.toThrow('too slow')
    expect(slow.connections).toEqual([])
    await slow.close()
  })
})
