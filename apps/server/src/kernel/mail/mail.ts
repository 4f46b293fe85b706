import { FinalError } from '../jobs/jobs.ts'

/** A picture that the HTML shows as `cid:<name>`. */
export interface MailPicture {
  name: string
  path: string
}

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** The same for a mail that goes twice, so that its reader sees one. */
  messageId: string
  pictures: readonly MailPicture[]
  /** Of mails that come again and again until their reader stops them. */
  list?: MailingList
}

export interface MailingList {
  /** A name that is no host: mail programs sort by it. */
  id: string
  name: string
  /** Where a POST without a session stops it (RFC 8058), and a page tells of it. */
  stopUrl: string
}

/** Mail providers offer the click only where what they post to is served by https. */
const listHeaders = ({ id, name, stopUrl }: MailingList) => ({
  list: { id: { url: id, comment: name }, unsubscribe: stopUrl },
  headers: stopUrl.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
})

/**
 * Sends mails, one after the other. `send` throws where the mail server has not taken it: the caller tries again, but
 * for a `FinalError`, which says that there is no such address. What it throws names nobody.
 */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** How long a mail server may take for each step. */
const STEP_MS = 20_000

/**
 * The enhanced status codes of an address that does not exist (RFC 3463, X.1.X): other refusals may be mended on their
 * side or ours.
 */
const NO_SUCH_ADDRESS = /\b5\.1\.[1-36]\b/

/** What mail servers answer holds the address of the reader. */
const refused = ({ code, responseCode, response }: { code?: string; responseCode?: number; response?: string }) => {
  const told = [code, responseCode].filter(Boolean).join(' ')
  if (NO_SUCH_ADDRESS.test(response ?? ''))
    throw new FinalError(`there is no such address, the mail server says (${told})`)
  throw new Error(`the mail server did not take it (${told})`)
}

/**
 * `smtpUrl` as nodemailer reads it: `smtp://user:password@host:587`, `smtps://…`. `from` is what readers see: `Parvis
 * <no-reply@…>`.
 */
export const createSmtpMailer = (smtpUrl: string, from: string): Mailer => {
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      { url: smtpUrl, connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS },
      { from },
    )
  }
  // a server at rest need not hold what only a mail needs
  let transport: ReturnType<typeof connect> | undefined
  return {
    async send({ to, subject, html, text, messageId, pictures, list }) {
      const ofList = list && listHeaders(list)
      transport ??= connect()
      const sent = (await transport).sendMail({
        // as an object, so that no comma in it makes two addresses
        to: { name: '', address: to },
        subject,
        html,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated', ...ofList?.headers },
        ...(ofList && { list: ofList.list }),
        attachments: pictures.map(({ name, path }) => ({ filename: name, path, cid: name })),
      })
      await sent.catch(refused)
    },
    close: () =>
      void transport?.then(
        opened => opened.close(),
        () => {},
      ),
  }
}

/** Where no mail server is set, mails wait in their queue until there is one. */
export const createNoMailer = (): Mailer => ({
  send: () => Promise.reject(new Error('SMTP_URL is not set: the mail waits')),
  close: () => {},
})
