// The author of reported content gets each decision by mail. Authors without access appeal by its link.
import type { Platform } from '#server/kernel/platform.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { appealEnd } from './moderation.policy.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import { decisionText, outcomeText } from './moderation.mails.ts'
import { findAuthorRecipient, findCase } from './moderation.queries.ts'
import { readReports } from './reportables.ts'

export interface ModerationMailJob {
  caseId: string
  news: 'decision' | 'outcome'
}

/** Creates a new link each time; of a mail that is sent twice only the last link works. */
const createAppealLink = async ({ db, site }: Platform, caseId: string): Promise<string> => {
  const token = newSecret()
  await db
    .updateTable('moderation_cases')
    .set({ appeal_token_hash: hashSecret(token) })
    .where('id', '=', caseId)
    .execute()
  return `${site.origin}/recours#${token}`
}

/** Sends nothing if the decision no longer holds or the author has no e-mail address. */
export const mailAuthor = async (
  platform: Platform,
  { caseId, news }: ModerationMailJob,
  jobId: string,
): Promise<void> => {
  const row = await findCase(platform.db, caseId)
  const author = row && (await findAuthorRecipient(platform.db, row))
  if (!row?.decision || !row.decided_at || !author) return
  if (news === 'decision' && row.restored_at && row.decision !== 'keep') return
  const { language } = author
  const ownUrl = `${platform.site.origin}/${author.custom_uri}/regles?decision=${caseId}`
  const { decision } = row
  if (decision === 'keep' && !row.restored_at) return
  const titles = (await readReports(platform.db, [row])).get(row.id)?.content ?? null
  const text =
    news === 'outcome' || row.restored_at || decision === 'keep'
      ? outcomeText(language, row, titles, author.disabled ? platform.site.origin : ownUrl)
      : decisionText(
          language,
          { ...row, decision },
          {
            titles,
            href: author.disabled ? await createAppealLink(platform, caseId) : ownUrl,
            appealUntil: appealEnd(row.decided_at),
            dataEmail: author.disabled ? platform.settings.contactEmail : null,
          },
        )
  await sendMail(platform, author.email, text, jobId)
}
