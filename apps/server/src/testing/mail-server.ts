import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  url: string
  mails: readonly Email[]
  waitFor(count: number): Promise<readonly Email[]>
  close(): Promise<void>
}

const TIMEOUT_MS = 120_000

/**
 * Starts a real SMTP server on loopback. When a mail is complete, `onReceived` is called with the number of mails so
 * far; the mail is acknowledged afterwards. `answer` returns the refusal of a recipient's address, or null.
 */
export const startMailServer = async ({
  port = 0,
  onReceived = async () => {},
  answer = () => null,
}: {
  port?: number
  onReceived?: (count: number) => Promise<void>
  answer?: (address: string) => { code: number; text: string } | null
} = {}): Promise<MailServer> => {
  const mails: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = answer(address)
      done(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : undefined)
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const receive = async () => {
          try {
            await onReceived(mails.push(await PostalMime.parse(Buffer.concat(chunks))))
            done()
          } catch (error) {
            done(error as Error)
          }
        }
        void receive()
      })
    },
  })
  // A killed client resets its connection, which is an error event here.
  server.on('error', () => {})
  await new Promise<void>(ready => server.listen(port, '127.0.0.1', ready))
  const bound = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    async waitFor(count) {
      for (const end = Date.now() + TIMEOUT_MS; mails.length < count; await wait(50))
        if (Date.now() > end) throw new Error(`${mails.length} mails came, not ${count}`)
      return mails
    },
    close: () => new Promise<void>(closed => server.close(() => closed())),
  }
}
