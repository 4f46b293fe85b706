import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../escape-html.ts'
import { fail } from '../errors.ts'
import { isLocalRequest } from '../http/local-request.ts'
import type { Mail, Mailer } from './mail.ts'

/** An in-memory mailbox for a demo without a mail server: mails are shown on a page. */
export interface Mailbox extends Mailer {
  mails: readonly Mail[]
}

const MAX_MAILS = 100

export const createMailbox = (log: (line: string) => void = () => {}): Mailbox => {
  const mails: Mail[] = []
  return {
    mails,
    async send(mail) {
      mails.unshift(mail)
      mails.length = Math.min(mails.length, MAX_MAILS)
      log(`A mail waits at ${MAILBOX_PATH}`)
    },
    close: () => {},
  }
}

const MAILBOX_PATH = '/docs/mails'

const renderMailbox = ({ mails }: Mailbox) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Mails</title><h1>Mails</h1>
${mails.length === 0 ? '<p>No mail yet.</p>' : ''}
${mails
  .map(
    ({ to, subject, text }) => `<article><h2>${escapeHtml(subject)}</h2><p>${escapeHtml(to)}</p>
<p>${escapeHtml(text)
      .replace(/https?:\/\/\S+/g, link => `<a href="${link}">${link}</a>`)
      .replaceAll('\n', '<br>')}</p></article>`,
  )
  .join('<hr>')}`

export const serveMailbox = (app: FastifyInstance, mailbox: Mailbox): void => {
  app.get(MAILBOX_PATH, async (request, reply) => {
    if (!isLocalRequest(request)) fail('error404')
    return reply.type('text/html; charset=utf-8').send(renderMailbox(mailbox))
  })
}
