import { FinalError } from '../jobs/jobs.ts'

export interface MailPicture {
  name: string
  path: string
}

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** The same whenever the mail is sent again, so that mail programs show it only once. */
  messageId: string
  pictures: readonly MailPicture[]
  list?: MailingList
}

export interface MailingList {
  /** The List-Id by which mail programs group mails; not a real host. */
  id: string
  name: string
  /** URL for one-click unsubscribe: a POST without a session (RFC 8058); a GET shows a page. */
  unsubscribeUrl: string
}

/** Returns List-* headers. Mail providers offer one-click unsubscribe only for https URLs. */
const listHeaders = ({ id, name, unsubscribeUrl }: MailingList) => ({
  list: { id: { url: id, comment: name }, unsubscribe: unsubscribeUrl },
  headers: unsubscribeUrl.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {},
})

/** `send` throws when the mail was not accepted. A retry may succeed, except after a `FinalError` (no such address). */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 20_000

/** Status codes for an unknown recipient (RFC 3463, X.1.X); other refusals may be temporary or our own fault. */
const NO_SUCH_ADDRESS = /\b5\.1\.[1-36]\b/

/** Throws an error without the mail server's response, which contains the recipient's address. */
const throwRefusal = ({
  code,
  responseCode,
  response,
}: {
  code?: string
  responseCode?: number
  response?: string
}) => {
  const codes = [code, responseCode].filter(Boolean).join(' ')
  if (NO_SUCH_ADDRESS.test(response ?? ''))
    throw new FinalError(`there is no such address, the mail server says (${codes})`)
  throw new Error(`the mail server did not take it (${codes})`)
}

/** `smtpUrl`: `smtp://user:password@host:587` or `smtps://…`. `from`: the visible sender, `Parvis <no-reply@…>`. */
export const createSmtpMailer = (smtpUrl: string, from: string): Mailer => {
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      { url: smtpUrl, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
      { from },
    )
  }
  // nodemailer is loaded with the first mail, to save memory.
  let transport: ReturnType<typeof connect> | undefined
  return {
    async send({ to, subject, html, text, messageId, pictures, list }) {
      const listOptions = list && listHeaders(list)
      transport ??= connect()
      const sent = (await transport).sendMail({
        // The recipient is passed as an object, because nodemailer would split a string at a comma.
        to: { name: '', address: to },
        subject,
        html,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated', ...listOptions?.headers },
        ...(listOptions && { list: listOptions.list }),
        attachments: pictures.map(({ name, path }) => ({ filename: name, path, cid: name })),
      })
      await sent.catch(throwRefusal)
    },
    close: () =>
      void transport?.then(
        opened => opened.close(),
        () => {},
      ),
  }
}

/** For a server without SMTP_URL: sending fails, so mails stay in the queue until SMTP_URL is set. */
export const createUnconfiguredMailer = (): Mailer => ({
  send: () => Promise.reject(new Error('SMTP_URL is not set: the mail waits')),
  close: () => {},
})
