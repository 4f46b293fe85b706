import nodemailer from 'nodemailer'

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
}

/** Sends mails, one after the other. `send` throws where the mail server has not taken it: the caller tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** How long a mail server may take for each step. */
const STEP_MS = 20_000

/** `smtpUrl` as nodemailer reads it: `smtp://user:password@host:587`, `smtps://…`. `from` is what readers see: `Parvis <no-reply@…>`. */
export const createSmtpMailer = (smtpUrl: string, from: string): Mailer => {
  const transport = nodemailer.createTransport(
    { url: smtpUrl, connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS },
    { from },
  )
  return {
    async send({ to, subject, html, text, messageId, pictures }) {
      await transport.sendMail({
        // as an object, so that no comma in it makes two addresses
        to: { name: '', address: to },
        subject,
        html,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
        attachments: pictures.map(({ name, path }) => ({ filename: name, path, cid: name })),
      })
    },
    close: () => transport.close(),
  }
}

/** Where no mail server is set, mails wait in their queue until there is one. */
export const createNoMailer = (): Mailer => ({
  send: () => Promise.reject(new Error('SMTP_URL is not set: the mail waits')),
  close: () => {},
})
