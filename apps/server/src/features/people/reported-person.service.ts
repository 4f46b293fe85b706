// A profile hidden by moderators loses its free-text fields; the person stays visible.
import { readReasons } from '#server/kernel/postgres/reports.ts'
import { joinTexts, type RetainedReport, type Reportable, type SubjectKey } from '#server/kernel/report.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { eraseHiddenProfile, hideProfile, lockProfile, restoreProfile } from '../session/hidden-profile.service.ts'
import { findPersonReports } from './people.queries.ts'

const read = async (
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
        reasons: readReasons(reasons),
      },
    ]),
  )

export const reportedPeople: Reportable = {
  kind: 'user',
  read,
  lock: (tx, { communityId, subjectId }) => lockProfile(tx, { communityId, userId: subjectId }),
  setVisibility: (platform, work, { communityId, subjectId, caseId }, sight) =>
    (sight === 'visible' ? restoreProfile : hideProfile)(platform, work, { communityId, userId: subjectId, caseId }),
  erase: async (platform, { communityId, subjectId }) => {
    await eraseHiddenProfile(platform, { communityId, userId: subjectId })
    await platform.db
      .deleteFrom('user_flags')
      .where('community_id', '=', communityId)
      .where('user_id', '=', subjectId)
      .execute()
  },
  purge: async (db, before) => {
    await db.deleteFrom('user_flags').where('created_at', '<', before).execute()
  },
}
