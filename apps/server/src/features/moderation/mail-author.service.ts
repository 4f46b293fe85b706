// Who a decision is about reads it in a mail: who has no way in any more appeals by the link in it.
import type { Platform } from '#server/kernel/platform.ts'
import { hashSecret, newSecret } from '#server/kernel/secrets.ts'
import { appealEnd } from './moderation.policy.ts'
import { sendWords } from '#server/kernel/mail/send-words.ts'
import { decisionWords, outcomeWords } from './moderation.mails.ts'
import { findAuthorMail, findCase } from './moderation.queries.ts'
import { readReports } from './reportables.ts'

export interface Mailed {
  caseId: string
  news: 'decision' | 'outcome'
}

/** Makes the link anew: of a mail that is sent twice the last one works. */
const makeAppealLink = async ({ db, site }: Platform, caseId: string): Promise<string> => {
  const token = newSecret()
  await db
    .updateTable('moderation_cases')
    .set({ appeal_token_hash: hashSecret(token) })
    .where('id', '=', caseId)
    .execute()
  return `${site.origin}/recours#${token}`
}

/** Nothing where it is no longer so, or nobody can be reached. */
export const tellAuthorByMail = async (platform: Platform, { caseId, news }: Mailed, jobId: string): Promise<void> => {
  const row = await findCase(platform.db, caseId)
  const author = row && (await findAuthorMail(platform.db, row))
  if (!row?.decision || !row.decided_at || !author) return
  if (news === 'decision' && row.restored_at && row.decision !== 'keep') return
  const { language } = author
  const own = `${platform.site.origin}/${author.custom_uri}/regles?decision=${caseId}`
  const { decision } = row
  if (decision === 'keep' && !row.restored_at) return
  const titles = (await readReports(platform.db, [row])).get(row.id)?.content ?? null
  const words =
    news === 'outcome' || row.restored_at || decision === 'keep'
      ? outcomeWords(language, row, titles, author.disabled ? platform.site.origin : own)
      : decisionWords(
          language,
          { ...row, decision },
          {
            titles,
            href: author.disabled ? await makeAppealLink(platform, caseId) : own,
            appealUntil: appealEnd(row.decided_at),
            dataEmail: author.disabled ? platform.settings.contactEmail : null,
          },
        )
  await sendWords(platform, author.email, words, jobId)
}
