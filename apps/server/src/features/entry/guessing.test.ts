// Guesses passwords, codes and keys at every entry point, in every known way; GUESSES=20 runs the long form.
import { isIP } from 'node:net'
import { INVITATION_CODE_LENGTH, logIn, logInAsGuest, logInByLink, signUpAsGuest } from '@parvis/contract/entry.ts'
import { logOut } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type * as CallerAddress from '#server/kernel/http/caller-address.ts'
import { newCode, newSecret } from '#server/kernel/secrets.ts'
import { reportFigures } from '#server/testing/figures.ts'
import {
  forgedAddresses,
  guessConcurrently,
  type GuessOutcome,
  guessSequentially,
  loginNameVariants,
  verified,
  violations,
} from '#server/testing/guesses.ts'
import { isLong, iterationsOf } from '#server/testing/long.ts'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import type * as AccountQueries from './entry.queries.ts'
import { makeLink } from './link.service.ts'
import type * as LogInLimits from './log-in-limits.ts'

/** Planted faults that the tests must detect. */
type Fault =
  | 'login not normalized'
  | 'leftmost forwarded address trusted'
  | 'every IPv6 address counted apart'
  | 'no limit for known devices'
  | 'no slowdown for unknown devices'
const planted = vi.hoisted(() => ({ fault: null as string | null, typed: new WeakMap<object, string>() }))

vi.mock('./entry.queries.ts', async original => {
  const real = await original<typeof AccountQueries>()
  const findAccountByLogin: typeof real.findAccountByLogin = async (db, login, communityId) => {
    const found = await real.findAccountByLogin(db, login, communityId)
    planted.typed.set(found, login.trim().toLowerCase())
    return found
  }
  return { ...real, findAccountByLogin }
})
vi.mock('./log-in-limits.ts', async original => {
  const real = await original<typeof LogInLimits>()
  const wide = { most: 1e6 }
  return {
    ...real,
    attemptSubject: (found: object, hide: boolean) =>
      planted.fault === 'login not normalized' ? planted.typed.get(found) : real.attemptSubject(found as never, hide),
    knownDeviceLimits: (accountId: string, deviceHash: string) => {
      const { limits } = real.knownDeviceLimits(accountId, deviceHash)
      return {
        limits: planted.fault === 'no limit for known devices' ? limits.map(limit => ({ ...limit, ...wide })) : limits,
      }
    },
    unknownDeviceLimits: async (...given: Parameters<typeof real.unknownDeviceLimits>) => {
      const { limits, slowdown } = await real.unknownDeviceLimits(...given)
      return planted.fault === 'no slowdown for unknown devices'
        ? { limits, slowdown: { ...slowdown!, ...wide } }
        : { limits, slowdown }
    },
  }
})
vi.mock('#server/kernel/http/caller-address.ts', async original => {
  const real = await original<typeof CallerAddress>()
  const createAddressReader: typeof real.createAddressReader = trusted => {
    const read = real.createAddressReader(trusted)
    return request => {
      const forwarded = String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .map(address => address.trim())
      if (planted.fault === 'leftmost forwarded address trusted') return forwarded[0]!
      if (planted.fault === 'every IPv6 address counted apart') return forwarded.at(-1)!
      return read(request)
    }
  }
  return { ...real, createAddressReader }
})

const TIMES = iterationsOf('GUESSES', 1, 20)
const password = 'correct horse'

let server: TestServer
let home: string
beforeAll(async () => {
  server = await openTestServer('demo', { trustedProxies: { hops: 1 } })
  home = await server.communityId('les-tilleuls')
})
afterAll(() => server.close())

let made = 0
const addOwner = async () => {
  const name = `mehdi.eloise${++made}`
  const email = `${name}@test.example`
  await addPerson(server, { email, pseudo: name, password, community: 'les-tilleuls' })
  return { name, email }
}
const addInvited = async () => {
  const person = await addPerson(server, { email: null, community: 'les-tilleuls' })
  return makeLink(server.platform, { purpose: 'invite', communityId: home, ...person }, { withCode: true })
}
/** An unused IP address, in the header that the proxy appends. */
const newAddress = () => `198.18.${++made >> 8}.${made & 255}`

const from = (address: string) => ({ 'x-forwarded-for': address })
const logInStatus = async (
  email: string,
  word: string,
  headers: Record<string, string>,
  visitor: Visitor = server.visitor(),
) => (await visitor.call(logIn, { body: { email, password: word, communityId: home } }, headers)).status

const guessRounds = {
  'a password, with the login in other notations': async () => {
    const [{ name, email }, address] = [await addOwner(), newAddress()]
    const notations = loginNameVariants(name, email, 60 * TIMES)
    const statuses = await guessSequentially(notations.length, turn =>
      logInStatus(notations[turn]!, `wrong ${turn}`, from(address)),
    )
    return { tried: notations.length, verified: verified(statuses), most: 5 }
  },
  'a password, with forged proxy headers': async () => {
    const [{ email }, address] = [await addOwner(), newAddress()]
    const statuses = await guessSequentially(30 * TIMES, turn =>
      logInStatus(email, 'wrong word', from(`${forgedAddresses(turn)}, ${address}`)),
    )
    return { tried: statuses.length, verified: verified(statuses), most: 5 }
  },
  'a password, from one IPv6 network': async () => {
    const { email } = await addOwner()
    const network = `2001:db8:0:${(++made).toString(16)}`
    const statuses = await guessSequentially(30 * TIMES, turn =>
      logInStatus(email, 'wrong word', from(`${network}:${turn % 9}:${turn}::${turn}`)),
    )
    return { tried: statuses.length, verified: verified(statuses), most: 5 }
  },
  'a password, from one address written in two ways': async () => {
    const [{ email }, address] = [await addOwner(), newAddress()]
    const notations = [address, `::ffff:${address}`, `${address}:8080`, `[::ffff:${address}]:80`]
    const statuses = await guessSequentially(12 * TIMES, turn =>
      logInStatus(email, 'wrong word', from(notations[turn % notations.length]!)),
    )
    return { tried: statuses.length, verified: verified(statuses), most: 5 }
  },
  'a password, with invented cookies': async () => {
    const [{ email }, address] = [await addOwner(), newAddress()]
    const statuses = await guessSequentially(20 * TIMES, turn => {
      const visitor = server.visitor()
      visitor.cookies.set('parvis-device', turn % 2 ? newSecret() : `x${turn}`)
      return logInStatus(email, 'wrong word', from(address), visitor)
    })
    return { tried: statuses.length, verified: verified(statuses), most: 5 }
  },
  'a password, on a known device after a log-out': async () => {
    const [{ name, email }, owner] = [await addOwner(), server.visitor()]
    const notations = loginNameVariants(name, email, 40 * TIMES)
    if ((await logInStatus(email, password, from(newAddress()), owner)) !== 200)
      throw new Error('the owner cannot log in')
    await owner.call(logOut)
    const statuses = await guessSequentially(notations.length, turn =>
      logInStatus(notations[turn]!, 'wrong word', from(newAddress()), owner),
    )
    // After ten wrong passwords the device counts as an unknown device, with twenty further guesses.
    return { tried: statuses.length, verified: verified(statuses), most: 10 + 20 }
  },
  'a password, from many addresses at once': async () => {
    const { name, email } = await addOwner()
    const statuses = await guessConcurrently(40 * TIMES, turn =>
      logInStatus(turn % 2 ? name : email, 'wrong word', from(newAddress())),
    )
    return { tried: statuses.length, verified: verified(statuses), most: 20 }
  },
  'an unknown account': async () => {
    const address = newAddress()
    const statuses = await guessSequentially(20 * TIMES, turn =>
      logInStatus(turn % 2 ? ' NOBODY@test.example' : 'nobody@test.example', 'wrong word', from(address)),
    )
    return { tried: statuses.length, verified: verified(statuses), most: 5 }
  },
  'a register key': async () => {
    const [communityId, address] = [await server.communityId('quartier-de-la-gare'), newAddress()]
    const signUp = async (registerkey: string, told: string) =>
      (
        await server
          .visitor()
          .call(signUpAsGuest, { body: { communityId, deviceId: newSecret(), registerkey } }, from(told))
      ).status
    const statuses = await guessConcurrently(20 * TIMES, turn =>
      signUp(`GARE-DEMO-${turn}`, `10.0.0.${turn}, ${address}`),
    )
    const ownerIsIn = (await signUp('gare demo 2026', newAddress())) === 200
    return { tried: statuses.length, verified: verified(statuses), most: 5, ownerIsIn }
  },
  'a link': async () => {
    const [owner, address] = [await addInvited(), newAddress()]
    const guesses = [
      () => newSecret(),
      (turn: number) => `${owner.token.slice(0, -1)}${'abcdefgh'[turn % 8]}`,
      () => owner.token.toUpperCase(),
      () => owner.token.toLowerCase(),
    ]
    const open = async (token: string, told: string) =>
      (await server.visitor().call(logInByLink, { body: { token, communityId: home } }, from(told))).status
    const statuses = await guessConcurrently(20 * TIMES, turn =>
      open(guesses[turn % guesses.length]!(turn), `10.0.0.${turn}, ${address}`),
    )
    const ownerIsIn = (await open(owner.token, newAddress())) === 200
    return { tried: statuses.length, verified: verified(statuses), most: 5, ownerIsIn }
  },
  'the code of a letter': async () => {
    const [owner, network] = [await addInvited(), `2001:db8:1:${(++made).toString(16)}`]
    const open = async (token: string, told: string) =>
      (await server.visitor().call(logInByLink, { body: { token, communityId: home } }, from(told))).status
    const statuses = await guessConcurrently(20 * TIMES, turn =>
      open(newCode(INVITATION_CODE_LENGTH), `${network}:${turn}::${turn}`),
    )
    const ownerIsIn = (await open(owner.code!.toLowerCase(), newAddress())) === 200
    return { tried: statuses.length, verified: verified(statuses), most: 5, ownerIsIn }
  },
  'a guest': async () => {
    const statuses = await guessSequentially(
      50 * TIMES,
      async () =>
        (
          await server
            .visitor()
            .call(logInAsGuest, { body: { communityId: home, deviceId: newSecret() } }, from(newAddress()))
        ).status,
    )
    return { tried: statuses.length, verified: statuses.filter(status => status === 200).length, most: 0 }
  },
  'the owner, while others guess': async () => {
    const [{ name, email }, owner] = [await addOwner(), server.visitor()]
    await logInStatus(email, password, from(newAddress()), owner)
    const statuses = await guessConcurrently(30 * TIMES, turn =>
      logInStatus(turn % 2 ? name : email, 'wrong word', from(newAddress())),
    )
    const onKnownDevice = await logInStatus(email, password, from(newAddress()), owner)
    return { tried: statuses.length, verified: verified(statuses), most: 20, ownerIsIn: onKnownDevice === 200 }
  },
}

const runRounds = async (...names: (keyof typeof guessRounds)[]): Promise<GuessOutcome[]> => {
  const outcomes: GuessOutcome[] = []
  for (const entryPoint of names) outcomes.push({ entryPoint, ...(await guessRounds[entryPoint]()) })
  return outcomes
}
it(
  'every entry point verifies no more guesses than allowed, and always admits the owner',
  async () => {
    const outcomes = await runRounds(...(Object.keys(guessRounds) as (keyof typeof guessRounds)[]))
    expect(violations(outcomes)).toEqual([])
    // The full number of guesses is verified: a limit that refuses everybody would pass the check above.
    expect(outcomes.filter(({ verified, most }) => verified < most)).toEqual([])
    // IP addresses from forged headers are not stored.
    const auditedAddresses = await server.db
      .selectFrom('audit_log')
      .select('address')
      .where('address', 'is not', null)
      .execute()
    expect(auditedAddresses.filter(({ address }) => isIP(address!.replace('/64', '')) === 0)).toEqual([])
    reportFigures(
      'guessing',
      null,
      Object.fromEntries(outcomes.map(({ entryPoint, tried, verified }) => [entryPoint, `${verified} of ${tried}`])),
    )
  },
  60_000 + TIMES * 30_000,
)

it.runIf(isLong).each<[Fault, keyof typeof guessRounds]>([
  ['login not normalized', 'a password, with the login in other notations'],
  ['leftmost forwarded address trusted', 'a password, with forged proxy headers'],
  ['leftmost forwarded address trusted', 'a register key'],
  ['leftmost forwarded address trusted', 'a link'],
  ['every IPv6 address counted apart', 'a password, from one IPv6 network'],
  ['every IPv6 address counted apart', 'the code of a letter'],
  ['no limit for known devices', 'a password, on a known device after a log-out'],
  ['no slowdown for unknown devices', 'a password, from many addresses at once'],
])(
  'the check of guesses fails if the server has the fault "%s": %s',
  async (fault, round) => {
    planted.fault = fault
    const found = await runRounds(round)
      .then(violations)
      .finally(() => {
        planted.fault = null
      })
    expect(found).toHaveLength(1)
  },
  60_000 + TIMES * 30_000,
)
