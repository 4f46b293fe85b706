// Sends mails through a real mail server, with crashes and outages on both sides.
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Db, openDb } from '../postgres/db.ts'
import { cloneDatabase } from '../../testing/cluster.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { startServerProcess } from '../../testing/server-process.ts'

const TAKEOVER_MS = 150_000

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Db
let homeCommunityId: string
let mailPort: number
let server: RunningServer | null = null
beforeAll(async () => {
  database = await cloneDatabase('demo')
  db = openDb({ connection: database.connection, max: 1 })
  const { id } = await db
    .selectFrom('communities')
    .select('id')
    .where('custom_uri', '=', 'les-tilleuls')
    .executeTakeFirstOrThrow()
  homeCommunityId = id
  mailPort = await freePort()
})
afterAll(async () => {
  await server?.stop()
  await db.destroy()
  await database.drop()
})

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of cleanups.splice(0).reverse()) await end()
})

const freePort = () =>
  new Promise<number>(found => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => found(port))
    })
  })

type RunningServer = Awaited<ReturnType<typeof startServerProcess>>
/** Starts a server unless one is running. Its public URL differs from its own URL, as behind a proxy. */
const ensureServer = async () => {
  if (!server || server.exitStatus()) {
    const port = await freePort()
    const started = await startServerProcess(database.connection, undefined, {
      PORT: String(port),
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      PUBLIC_URL: 'https://parvis.test.example',
      MAIL_FROM: 'Parvis <bonjour@parvis.test.example>',
      // The server refuses a demo database with another public URL unless DEMO=1.
      DEMO: '1',
    })
    server = { ...started, url: `http://127.0.0.1:${port}` }
  }
  return server
}
const startMail = async (given: Parameters<typeof startMailServer>[0] = {}): Promise<MailServer> => {
  const mail = await startMailServer({ port: mailPort, ...given })
  cleanups.push(() => mail.close())
  return mail
}
const register = async ({ url }: RunningServer, email: string) => {
  const reply = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://parvis.test.example' },
    body: JSON.stringify({ communityId: homeCommunityId, email, lang: 'fr' }),
  })
  expect([reply.status, await reply.json()]).toEqual([200, { popup: 'popup2' }])
}

/** Makes the retry delay and the heartbeat of a killed process expire at once. */
const expireRetryDelays = () =>
  vi.waitFor(
    async () => {
      const { numAffectedRows } = await sql`
        update pgboss.job set start_after = now(), heartbeat_on = heartbeat_on - interval '1 hour'
        where name = 'session.mail' and state in ('retry', 'active')`.execute(db)
      expect(Number(numAffectedRows)).toBeGreaterThan(0)
      await sql`update pgboss.queue set monitor_on = null, monitor_claim_on = null`.execute(db)
    },
    { timeout: 20_000 },
  )
const retryAtOnce = () =>
  sql`update pgboss.job set start_after = now() where name = 'session.mail' and state = 'retry'`.execute(db)
const waitForAllJobs = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`
        select state, retry_count, start_after - now() as starts_in, now() - heartbeat_on as silent_for
        from pgboss.job where name = 'session.mail' and state <= 'active'`.execute(db)
      expect(rows).toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )

describe('a mail', () => {
  it('arrives with its sender, recipient, HTML, text and pictures', async () => {
    const mail = await startMail()
    await register(await ensureServer(), 'camille+test@neuf.example')
    const [received] = await mail.waitFor(1)
    expect(received).toMatchObject({
      from: { name: 'Parvis', address: 'bonjour@parvis.test.example' },
      to: [{ address: 'camille+test@neuf.example' }],
      subject: 'Votre lien pour Les Tilleuls',
    })
    const link = /https:\/\/parvis\.test\.example\/les-tilleuls\/connexion#token=[\w-]{43}/.exec(received!.text!)?.[0]
    expect(received!.html).toContain(`href="${link}"`)
    const referenced = [...received!.html!.matchAll(/cid:([\w-]+)/g)].map(([, name]) => `<${name}>`)
    expect(received!.attachments.map(({ contentId }) => contentId).toSorted()).toEqual(referenced.toSorted())
  })

  it('stays queued while the mail server is down and when our server crashes, and is sent afterwards', async () => {
    const first = await ensureServer()
    await register(first, 'patience@neuf.example')
    await first.kill()
    const mail = await startMail()
    await ensureServer()
    await expireRetryDelays()
    const [received] = await mail.waitFor(1)
    expect(received!.to).toMatchObject([{ address: 'patience@neuf.example' }])
  })

  // This timeout is longer than those inside, so that a failing assertion is reported instead of the timeout.
  it(
    'is retried after a temporary refusal, but not when the address does not exist',
    { timeout: TAKEOVER_MS },
    async () => {
      const attempts: string[] = []
      const mail = await startMail({
        answer: address => {
          attempts.push(address.split('@')[0]!)
          if (address.startsWith('nobody')) return { code: 550, text: '5.1.1 nobody@neuf.example: no such mailbox' }
          const isFirst = attempts.filter(one => one === 'grey').length === 1
          return address.startsWith('grey') && isFirst ? { code: 451, text: '4.7.1 grey@neuf.example: later' } : null
        },
      })
      const one = await ensureServer()
      await register(one, 'nobody@neuf.example')
      await register(one, 'grey@neuf.example')
      await expect.poll(() => attempts.length, { timeout: 20_000 }).toBe(2)
      await vi.waitFor(
        async () => {
          await retryAtOnce()
          expect(mail.mails).toHaveLength(1)
        },
        { timeout: 40_000, interval: 200 },
      )
      expect(mail.mails.map(({ to }) => to?.[0]?.address)).toEqual(['grey@neuf.example'])
      await waitForAllJobs()
      expect(attempts.filter(name => name === 'nobody')).toHaveLength(1)
      // The failure is reported to the operator, without any e-mail address.
      expect(one.output()).toContain('A job (session.mail) did not come to its end')
      expect(one.output()).not.toContain('neuf.example')
    },
  )

  it(
    'is sent again with the same message id after a crash between its acceptance and the commit of the job',
    { timeout: TAKEOVER_MS },
    async () => {
      const dying = await ensureServer()
      const mail = await startMail({
        onReceived: async count => {
          if (count === 1) await dying.kill()
        },
      })
      await register(dying, 'deux-fois@neuf.example').catch(() => {})
      await mail.waitFor(1)
      await expect.poll(dying.exitStatus, { timeout: 20_000 }).not.toBeNull()
      await expireRetryDelays()
      await ensureServer()
      await vi.waitFor(
        async () => {
          await retryAtOnce()
          expect(mail.mails).toHaveLength(2)
        },
        { timeout: TAKEOVER_MS, interval: 200 },
      )
      const [first, second] = mail.mails
      expect(second!.messageId).toBe(first!.messageId)
      expect(second!.to).toEqual(first!.to)
      await waitForAllJobs()
      expect(mail.mails).toHaveLength(2)
    },
  )
})
