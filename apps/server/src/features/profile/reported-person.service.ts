// A profile hidden by moderators loses its free-text fields; the person remains visible.
import { readReportsIn } from '#server/kernel/postgres/reports.ts'
import { joinTexts, type Reportable } from '#server/kernel/report.ts'
import { eraseHiddenProfile, hideProfile, lockProfile, restoreProfile } from '../membership/hidden-profile.service.ts'

type ProfileText = 'pseudo' | 'firstname' | 'lastname' | 'company' | 'job' | 'description' | 'description_en'

const readReports = readReportsIn<Record<ProfileText, string | null>>('user_flags', 'user_id', person => ({
  title: person.company || [person.firstname, person.lastname].filter(Boolean).join(' ') || person.pseudo,
  text: joinTexts(person.job, person.description),
  text_en: joinTexts(person.description_en),
}))

export const reportedPeople: Reportable = {
  kind: 'user',
  readReports,
  lockSubject: (tx, { communityId, subjectId }) => lockProfile(tx, { communityId, userId: subjectId }),
  setVisibility: (platform, context, { communityId, subjectId, caseId }, visibility) =>
    (visibility === 'visible' ? restoreProfile : hideProfile)(platform, context, {
      communityId,
      userId: subjectId,
      caseId,
    }),
  erase: async (platform, { communityId, subjectId }) => {
    await eraseHiddenProfile(platform, { communityId, userId: subjectId })
    await platform.db
      .deleteFrom('user_flags')
      .where('community_id', '=', communityId)
      .where('user_id', '=', subjectId)
      .execute()
  },
  purgeOldReports: async (db, before) => {
    await db.deleteFrom('user_flags').where('created_at', '<', before).execute()
  },
}
