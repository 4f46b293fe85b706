// The author of reported content receives each decision by mail. A removed member can appeal by the link in that mail.
import type { Platform } from '#server/kernel/platform.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { lastAppealDay } from './moderation.policy.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import { decisionText, outcomeText } from './moderation.mails.ts'
import { findAuthorRecipient, findCase } from './moderation.queries.ts'
import { readReportsByCaseId } from './reportables.ts'

export interface ModerationMailJob {
  caseId: string
  news: 'decision' | 'outcome'
}

/** Replaces the earlier link of the case: if a mail is sent twice, only the link in the last one works. */
const createAppealLink = async ({ db, site }: Platform, caseId: string): Promise<string> => {
  const token = newSecret()
  await db
    .updateTable('moderation_cases')
    .set({ appeal_token_hash: hashSecret(token) })
    .where('id', '=', caseId)
    .execute()
  return `${site.origin}/recours#${token}`
}

/**
 * Mails the author the decision, or the outcome of an appeal or undoing. Sends nothing if the decision was undone
 * before its mail was sent, or if the author has no e-mail address.
 */
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
  const titles = (await readReportsByCaseId(platform, [row])).get(row.id)?.content ?? null
  const text =
    news === 'outcome' || row.restored_at || decision === 'keep'
      ? outcomeText(language, row, titles, author.disabled ? platform.site.origin : ownUrl)
      : decisionText(
          language,
          { ...row, decision },
          {
            titles,
            href: author.disabled ? await createAppealLink(platform, caseId) : ownUrl,
            appealUntil: lastAppealDay(row.decided_at),
            dataEmail: author.disabled ? platform.settings.contactEmail : null,
          },
        )
  await sendMail(platform, author.email, text, jobId)
}
