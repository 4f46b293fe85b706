import { setTimeout as wait } from 'node:timers/promises'
import type { Mail } from '../kernel/mail/mail.ts'
import type { TestServer } from './test-server.ts'

const TIMEOUT_MS = 20_000

/** Waits until this many mails to the address exist; returns the newest. */
export const waitForMail = async (
  { mailbox }: Pick<TestServer, 'mailbox'>,
  email: string,
  count = 1,
): Promise<Mail> => {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = mailbox.mails.filter(({ to }) => to === email)
    if (found.length >= count) return found[0]!
    if (Date.now() > deadline) throw new Error(`${found.length} mails came for ${email}, not ${count}`)
    await wait(20)
  }
}

export const linkTokenIn = ({ text }: Pick<Mail, 'text'>): string =>
  /#token=([\w-]+)/.exec(text)?.[1] ?? fail(`no link in: ${text}`)

const fail = (message: string): never => {
  throw new Error(message)
}
