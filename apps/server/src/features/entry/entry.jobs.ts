import type { Language } from '@parvis/contract/language.ts'
import { DEPARTURE_UNDO_DAYS } from '@parvis/contract/leaving.ts'
import { linkWithToken } from '@parvis/contract/mail-links.ts'
import { defineJob, type JobData } from '#server/kernel/jobs/jobs.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { purgeIdleGuests } from '../membership/account.service.ts'
import { makeLink } from './link.service.ts'
import { type MailKind, sessionMailText } from './entry-mail-text.ts'
import type { LinkPurpose } from './entry.tables.ts'
import { findGoneAt, findMailRecipient } from './entry.queries.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'session.mail': {
      kind: MailKind
      accountId: string
      communityId: string
      /** The user whom the link in the mail logs in. */
      userId?: string
      /** The language of the request; by default that of the account. */
      language?: Language
    }
    'session.guests': Record<string, never>
  }
}

const linkPurposes: ReadonlySet<string> = new Set<LinkPurpose>([
  'register',
  'reset',
  'invite',
  'email',
  'proof',
  'left',
  'deleted',
])
const hasLink = (kind: MailKind): kind is LinkPurpose => linkPurposes.has(kind)

const isUndoMail = (kind: MailKind) => kind === 'left' || kind === 'deleted'

/**
 * Sends a mail. Its link is created here, so that the job queue stores no secret; a mail without such a link leads to
 * the log-in page of the community.
 */
const sendSessionMail = async (
  platform: Platform,
  { kind, accountId, communityId, userId, language }: JobData['session.mail'],
  jobId: string,
) => {
  const { db, site } = platform
  const found = await findMailRecipient(db, { accountId, communityId })
  const to = kind === 'email' ? found?.emailToConfirm : found?.email
  if (!found || !to) return
  const goneAt = userId && isUndoMail(kind) ? await findGoneAt(db, { communityId, userId }) : null
  // The member has undone the departure by another link.
  if (isUndoMail(kind) && !goneAt) return
  const { community, home } = found
  const communityUri = kind === 'elsewhere' && home ? home.customUri : community.customUri
  const communityUrl = `${site.origin}/${communityUri}`
  const link =
    userId && hasLink(kind)
      ? await makeLink(
          platform,
          { purpose: kind, accountId, communityId, userId },
          goneAt ? { until: new Date(goneAt.getTime() + DEPARTURE_UNDO_DAYS * DAY_MS) } : {},
        )
      : undefined
  const content = sessionMailText(kind, {
    language: language ?? found.language,
    community,
    home: home?.name,
    href: link
      ? linkWithToken(communityUrl, link.token, { undoesDeparture: isUndoMail(kind) })
      : `${communityUrl}/connexion`,
    expiresAt: link?.expiresAt,
  })
  await sendMail(platform, to, content, jobId)
}

export const entryJobs = [
  defineJob({ name: 'session.mail', run: sendSessionMail }),
  defineJob({ name: 'session.guests', cron: '23 * * * *', run: ({ db, clock }) => purgeIdleGuests(db, clock.now()) }),
]
