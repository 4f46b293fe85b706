import type { Language } from '@parvis/contract/language.ts'
import { UNDO_DAYS } from '@parvis/contract/leaving.ts'
import { linkWithToken } from '@parvis/contract/mail-links.ts'
import { job } from '#server/kernel/jobs/jobs.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { sendWords } from '#server/kernel/mail/send-words.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { forgetIdleGuests } from './guest.service.ts'
import { makeLink } from './link.service.ts'
import { type MailKind, wordsOf } from './session.mails.ts'
import type { LinkPurpose } from './session.tables.ts'
import { findGoneAt, findMailed } from './session.queries.ts'

interface MailOrder {
  kind: MailKind
  accountId: string
  communityId: string
  /** Whom the link of the mail logs in. */
  userId?: string
  /** The language of the request; by default that of the account. */
  language?: Language
}

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'session.mail': MailOrder
    'session.guests': Record<string, never>
  }
}

const linked: ReadonlySet<string> = new Set<LinkPurpose>([
  'register',
  'reset',
  'invite',
  'email',
  'proof',
  'left',
  'deleted',
])
const isLinked = (kind: MailKind): kind is LinkPurpose => linked.has(kind)

const leadsBack = (kind: MailKind) => kind === 'left' || kind === 'deleted'

/**
 * The link is created here, so that the queue holds no secret. It leads to the log-in of the community, whatever the
 * mail is about.
 */
const send = async (
  platform: Platform,
  { kind, accountId, communityId, userId, language }: MailOrder,
  jobId: string,
) => {
  const { db, site } = platform
  const found = await findMailed(db, { accountId, communityId })
  const to = kind === 'email' ? found?.emailToConfirm : found?.email
  if (!found || !to) return
  const goneAt = userId && leadsBack(kind) ? await findGoneAt(db, { communityId, userId }) : null
  // They have returned by another link.
  if (leadsBack(kind) && !goneAt) return
  const { community, home } = found
  const door = kind === 'elsewhere' && home ? home.customUri : community.customUri
  const landing = `${site.origin}/${door}`
  const link =
    userId && isLinked(kind)
      ? await makeLink(
          platform,
          { purpose: kind, accountId, communityId, userId },
          goneAt ? { until: new Date(goneAt.getTime() + UNDO_DAYS * DAY_MS) } : {},
        )
      : undefined
  const words = wordsOf(kind, {
    language: language ?? found.language,
    community,
    home: home?.name,
    href: link ? linkWithToken(landing, link.token, { leadsBack: leadsBack(kind) }) : `${landing}/connexion`,
    expiresAt: link?.expiresAt,
  })
  await sendWords(platform, to, words, jobId)
}

export const sessionJobs = [
  job({ name: 'session.mail', run: send }),
  job({ name: 'session.guests', cron: '23 * * * *', run: ({ db, clock }) => forgetIdleGuests(db, clock.now()) }),
]
