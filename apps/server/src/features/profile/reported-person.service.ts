// A profile hidden by moderators loses its free-text fields; the person remains visible.
import { toRetainedReasons } from '#server/kernel/postgres/reports.ts'
import { joinTexts, type RetainedReport, type Reportable, type SubjectKey } from '#server/kernel/report.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { eraseHiddenProfile, hideProfile, lockProfile, restoreProfile } from '../membership/hidden-profile.service.ts'
import { findPersonReports } from './people.queries.ts'

const readReports = async (
  db: Db | Tx,
  subjects: readonly (SubjectKey & { since: Date })[],
): Promise<ReadonlyMap<string, RetainedReport>> =>
  new Map(
    (await findPersonReports(db, subjects)).map(({ subject_id, person, reasons }) => [
      subject_id,
      {
        content: {
          title: person.company || [person.firstname, person.lastname].filter(Boolean).join(' ') || person.pseudo,
          title_en: null,
          text: joinTexts(person.job, person.description),
          text_en: joinTexts(person.description_en),
          youtubeVideoId: null,
          messages: [],
        },
        reasons: toRetainedReasons(reasons),
      },
    ]),
  )

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
