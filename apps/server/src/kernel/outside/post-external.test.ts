import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { redirectTo, startAnsweringInternet } from '#server/testing/answering-internet.ts'
import { type FakeInternet, PUBLIC_ADDRESSES } from '#server/testing/fake-internet.ts'
import { forbiddenUrls, dnsEntries } from '#server/testing/forbidden-urls.ts'
import { NotAllowedError } from './fetch-external.ts'
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

describe('web push endpoints', () => {
  const posted = { headers: { ttl: 60 }, body: Buffer.from('hello') }

  /** Returns the URLs that were accepted for registration, posted to, or connected to. */
  const findPosts = async (links: readonly string[]): Promise<string[]> => {
    for (const [name, addresses] of dnsEntries) outside.addressesByName.set(name, addresses)
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

  it(`are refused if they are one of the ${forbiddenUrls.length} forbidden URLs, and this machine is not reached`, async () => {
    const before = outside.loopbackConnectionCount()
    expect(await findPosts(forbiddenUrls)).toEqual([])
    expect(outside.loopbackConnectionCount()).toBe(before)
  }, 60_000)

  it('on this machine would be reached if addresses were not checked', async () => {
    faults.accepts = () => true
    const before = outside.loopbackConnectionCount()
    expect(
      (await findPosts(['https://127.0.0.1/hello', 'https://[::1]/hello', 'https://a.localhost/hello'])).length,
    ).toBe(6)
    expect(outside.loopbackConnectionCount()).toBe(before + 3)
  })

  it('receive the POST unchanged; redirects are not followed, and a silent endpoint fails after a time limit', async () => {
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
    outside.addressesByName.set('other.example', ['127.0.0.1'])
    await expect(outside.postOutside.post('https://other.example/hello', posted)).rejects.toBeInstanceOf(
      NotAllowedError,
    )
    outside.addressesByName.set('other.example', [PUBLIC_ADDRESSES.first])
  })
})
