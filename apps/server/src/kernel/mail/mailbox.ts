import type { FastifyInstance } from 'fastify'
import { fail } from '../errors.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import type { Mail, Mailer } from './mail.ts'

/** An in-memory mailbox for a demo without a mail server: mails are shown on a page. */
export interface Mailbox extends Mailer {
  mails: readonly Mail[]
}

const MOST_KEPT = 100

export const createMailbox = (say: (line: string) => void = () => {}): Mailbox => {
  const mails: Mail[] = []
  return {
    mails,
    async send(mail) {
      mails.unshift(mail)
      mails.length = Math.min(mails.length, MOST_KEPT)
      say(`A mail waits at ${MAILBOX_PATH}`)
    },
    close: () => {},
  }
}

const MAILBOX_PATH = '/docs/mails'

const escape = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

const pageOf = ({ mails }: Mailbox) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Mails</title><h1>Mails</h1>
${mails.length === 0 ? '<p>No mail yet.</p>' : ''}
${mails
  .map(
    ({ to, subject, text }) => `<article><h2>${escape(subject)}</h2><p>${escape(to)}</p>
<p>${escape(text)
      .replace(/https?:\/\/\S+/g, link => `<a href="${link}">${link}</a>`)
      .replaceAll('\n', '<br>')}</p></article>`,
  )
  .join('<hr>')}`

export const serveMailbox = (app: FastifyInstance, mailbox: Mailbox): void => {
  app.get(MAILBOX_PATH, async (request, reply) => {
    if (!isFromThisMachine(request)) fail('error404')
    return reply.type('text/html; charset=utf-8').send(pageOf(mailbox))
  })
}
