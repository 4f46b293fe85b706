// Mails go through a real mail server, and whatever dies on the way, they go.
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '../postgres/db.ts'
import { cloneDatabase } from '../../testing/cluster.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { startServerProcess } from '../../testing/server-process.ts'

/** After a crash another one takes over what it was doing once it has been silent for a while. */
const TAKEN_OVER_MS = 150_000

let connection: Awaited<ReturnType<typeof cloneDatabase>>['connection']
let home: string
beforeAll(async () => {
  const database = await cloneDatabase('demo')
  connection = database.connection
  const db = openDb({ connection, max: 1 })
  const { id } = await db
    .selectFrom('communities')
    .select('id')
    .where('custom_uri', '=', 'les-tilleuls')
    .executeTakeFirstOrThrow()
  home = id
  await db.destroy()
  return () => database.drop()
})

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A port that nobody listens on. */
const freePort = () =>
  new Promise<number>(found => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => found(port))
    })
  })

/** As its proxy sees it, behind which it is called otherwise. */
const start = async (smtpUrl: string) => {
  const port = await freePort()
  const server = await startServerProcess(connection, undefined, {
    SMTP_URL: smtpUrl,
    PORT: String(port),
    PUBLIC_URL: 'https://parvis.test.example',
    SECRET_KEY: 'the secret of all tests, which is not secret at all',
    MAIL_FROM: 'Parvis <bonjour@parvis.test.example>',
  })
  // killed before its jobs have ended, it would leave their mails to the next test
  ends.push(() => server.stop())
  return { url: `http://127.0.0.1:${port}`, kill: server.kill, said: server.said }
}
type Running = Awaited<ReturnType<typeof start>>
const startMail = async (...given: Parameters<typeof startMailServer>): Promise<MailServer> => {
  const mail = await startMailServer(...given)
  ends.push(() => mail.close())
  return mail
}
const register = async ({ url }: Running, email: string) => {
  const reply = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://parvis.test.example' },
    body: JSON.stringify({ communityId: home, email, lang: 'fr' }),
  })
  expect([reply.status, await reply.json()]).toEqual([200, { popup: 'popup2' }])
}

describe('a mail', () => {
  it('comes whole: whose, to whom, both forms, its pictures', async () => {
    const mail = await startMail()
    await register(await start(mail.url), 'camille+test@neuf.example')
    const [came] = await mail.until(1)
    expect(came).toMatchObject({
      from: { name: 'Parvis', address: 'bonjour@parvis.test.example' },
      to: [{ address: 'camille+test@neuf.example' }],
      subject: 'Votre lien pour Les Tilleuls',
    })
    const link = /https:\/\/parvis\.test\.example\/les-tilleuls\/connexion\?token=[\w-]{43}/.exec(came!.text!)?.[0]
    expect(came!.html).toContain(`href="${link}"`)
    const shown = [...came!.html!.matchAll(/cid:([\w-]+)/g)].map(([, name]) => `<${name}>`)
    expect(came!.attachments.map(({ contentId }) => contentId).toSorted()).toEqual(shown.toSorted())
  })

  it('waits while the mail server is away, and outlives the death of ours', async () => {
    const port = await freePort()
    const server = await start(`smtp://127.0.0.1:${port}`)
    await register(server, 'patience@neuf.example')
    await server.kill()
    const mail = await startMail({ port })
    await start(mail.url)
    const [came] = await mail.until(1)
    expect(came!.to).toMatchObject([{ address: 'patience@neuf.example' }])
  })

  it('is tried again after a refusal that may pass, and not after one that says there is no such address', async () => {
    const tries: string[] = []
    const mail = await startMail({
      answer: address => {
        tries.push(address.split('@')[0]!)
        if (address.startsWith('nobody')) return { code: 550, text: '5.1.1 nobody@neuf.example: no such mailbox' }
        const isFirst = tries.filter(one => one === 'grey').length === 1
        return address.startsWith('grey') && isFirst ? { code: 451, text: '4.7.1 grey@neuf.example: later' } : null
      },
    })
    const server = await start(mail.url)
    await register(server, 'nobody@neuf.example')
    await register(server, 'grey@neuf.example')
    await mail.until(1)
    expect(mail.mails.map(({ to }) => to?.[0]?.address)).toEqual(['grey@neuf.example'])
    await wait(8_000)
    expect(tries.filter(one => one === 'nobody')).toHaveLength(1)
    // told to who runs it, with nobody's address
    expect(server.said()).toContain('A job (session.mail) did not come to its end')
    expect(server.said()).not.toContain('neuf.example')
  })

  it(
    'goes again under the same name when ours dies between its yes and the commit',
    { timeout: TAKEN_OVER_MS },
    async () => {
      const running: Running[] = []
      const mail = await startMail({
        onTaken: async count => {
          if (count === 1) await running[0]!.kill()
        },
      })
      running.push(await start(mail.url))
      await register(running[0]!, 'deux-fois@neuf.example').catch(() => {})
      await mail.until(1)
      await wait(500)
      await start(mail.url)
      const [first, second] = await mail.until(2)
      expect(second!.messageId).toBe(first!.messageId)
      expect(second!.to).toEqual(first!.to)
      await wait(2000)
      expect(mail.mails).toHaveLength(2)
    },
  )
})
