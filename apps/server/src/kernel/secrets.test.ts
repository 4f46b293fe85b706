import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { normalizeRegisterKey, hashPassword, hashSecret, looksRandom, newSecret, verifyPassword } from './secrets.ts'

it('newSecret returns 256 random bits', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  expect(new Set(secrets).size).toBe(1000)
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
})

it('hashSecret is deterministic and does not reveal the secret', () => {
  const secret = newSecret()
  expect(hashSecret(secret)).toBe(hashSecret(secret))
  expect(hashSecret(secret)).toMatch(/^[\w-]{43}$/)
  expect(hashSecret(secret)).not.toBe(secret)
})

it('hashPassword uses salted argon2id with 46 MiB of memory and one pass', async () => {
  const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
  expect(one).not.toBe(two)
  expect([
    await verifyPassword(one, 'correct horse'),
    await verifyPassword(one, 'correct horse '),
    await verifyPassword(one, 'Correct horse'),
  ]).toEqual([true, false, false])
})

it('verifyPassword ignores Unicode composition and invisible characters, also with a hash of a former version', async () => {
  const typed = 'Rivie\u0300re ﬁne ９'
  const now = await hashPassword(typed)
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
    expect(await verifyPassword(now, typed.normalize(form))).toBe(true)
  expect(await verifyPassword(now, `\ufeff${typed.slice(0, 4)}\u200b${typed.slice(4)}\u3164`)).toBe(true)
  for (const other of ['Riviere fine 9', 'Rivière fine 8']) expect(await verifyPassword(now, other)).toBe(false)
  const former = await hash(typed, { memoryCost: 47_104, timeCost: 1, parallelism: 1 })
  expect(await verifyPassword(former, typed)).toBe(true)
})

it('hashPassword does not truncate long passwords', async () => {
  const long = 'é'.repeat(127)
  const stored = await hashPassword(`${long}a`)
  expect([await verifyPassword(stored, `${long}a`), await verifyPassword(stored, `${long}b`)]).toEqual([true, false])
})

it('verifyPassword without a stored hash returns false after the same work', async () => {
  expect([await verifyPassword(null, 'x'), await verifyPassword(undefined, '')]).toEqual([false, false])
  const cpuTimeOf = async (work: () => Promise<unknown>) => {
    const begin = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(begin)
    return user + system
  }
  const stored = await hashPassword('x')
  // Compares the minimum of several runs, because other load only makes runs longer.
  let [known, unknown] = [Infinity, Infinity]
  for (let round = 0; round < 5; round++) {
    known = Math.min(known, await cpuTimeOf(() => verifyPassword(stored, 'y')))
    unknown = Math.min(unknown, await cpuTimeOf(() => verifyPassword(null, 'y')))
  }
  expect(unknown / known).toBeGreaterThan(0.3)
})

it('many concurrent verifications are queued, and all complete', async () => {
  const hash = await hashPassword('right')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => verifyPassword(hash, index % 3 ? 'wrong' : 'right')),
  )
  expect(answers.filter(Boolean)).toHaveLength(4)
})

it('normalizeRegisterKey ignores case, spaces, hyphens, width and invisible characters', () => {
  const variants = [
    'GARE-DEMO-2026',
    'gare-demo-2026',
    'gare demo 2026',
    ' Gare\u2013Demo\u20112026\n',
    'GAREDEMO2026',
    'g a r e\u00a0demo\u22122026',
    'GARE\u00ad-DEMO\u200b-2026',
    '\uff27\uff21\uff32\uff25-demo-2026',
  ]
  expect(new Set(variants.map(normalizeRegisterKey))).toEqual(new Set(['garedemo2026']))
  for (const other of ['GARE-DEMO-2025', 'GARE_DEMO_2026', 'GARE-DEMO-20261', 'GARÉ-DEMO-2026'])
    expect(normalizeRegisterKey(other)).not.toBe('garedemo2026')
  expect(normalizeRegisterKey(' - \u2013 ')).toBe('')
})

it('looksRandom distinguishes random secrets from made-up ones', () => {
  expect(Array.from({ length: 5000 }, newSecret).filter(secret => !looksRandom(secret))).toEqual([])
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const invented = [
    'A'.repeat(43),
    `${'x'.repeat(42)}y`,
    letters.slice(0, 43),
    [...letters].reverse().join('').slice(0, 43),
    'ab'.repeat(22).slice(0, 43),
    '0123456789'.repeat(5).slice(0, 43),
    'correcthorsebatterystaple-'.repeat(2).slice(0, 43),
    'test-device-test-device-test-device-test-de',
    Buffer.alloc(32, 7).toString('base64url'),
  ]
  expect(invented.map(secret => secret.length)).toEqual(invented.map(() => 43))
  expect(invented.filter(looksRandom)).toEqual([])
})
