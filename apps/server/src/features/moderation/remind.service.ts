// The team of the community is reminded of a pending case after one day. After two days the webmasters of all
// communities are reminded too.
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { notifyTeamOfCase } from './notify-moderation.service.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import { reminderText } from './moderation.mails.ts'
import { findCase, findOverdueCases, findTeamRecipients } from './moderation.queries.ts'

export interface Reminder {
  caseId: string
  hours: number
}

/**
 * Enqueues one reminder for each pending case that has reached one of these ages (in hours) since its last reminder.
 */
export const enqueueReminders = async ({ db, jobs, clock }: Platform, hours: readonly number[]): Promise<void> => {
  const overdue = await findOverdueCases(db, hours, clock.now())
  for (const one of overdue)
    await inTransaction(db, async (tx, afterCommit) => {
      const { numUpdatedRows } = await tx
        .updateTable('moderation_cases')
        .set({ reminded_hours: one.hours })
        .where('id', '=', one.id)
        .where('reminded_hours', '<', one.hours)
        .executeTakeFirst()
      if (numUpdatedRows) await jobs.enqueue(tx, afterCommit, 'moderation.remind', { caseId: one.id, hours: one.hours })
    })
}

/** Notifies and mails the team. Sends nothing if the case is no longer pending. */
export const remindTeam = async (platform: Platform, { caseId, hours }: Reminder, jobId: string): Promise<void> => {
  const row = await findCase(platform.db, caseId)
  const isPending = row && (!row.decided_at || (row.appealed_at && !row.appeal_decided_at))
  if (!isPending) return
  await inTransaction(platform.db, (tx, afterCommit) =>
    notifyTeamOfCase(
      platform,
      { tx, afterCommit },
      { communityId: row.community_id, caseId, authorId: row.author_id, deciderId: row.decided_by },
    ),
  )
  const team = await findTeamRecipients(platform.db, row, false)
  const isEscalated = hours >= 48 || team.length === 0
  const recipients = isEscalated ? await findTeamRecipients(platform.db, row, true) : team
  for (const [at, { email, language }] of recipients.entries()) {
    const isTeamMember = team.some(one => one.email === email)
    const path = isTeamMember ? `/${row.custom_uri}/gestion/signalement` : '/gestion/signalement'
    const text = reminderText(language, row, hours, `${platform.site.origin}${path}?id=${caseId}`)
    await sendMail(platform, email, text, `${jobId}-${at}`)
  }
}
