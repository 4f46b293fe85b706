// Data export: the posts that a member has published, answered and reported.
import { displayName } from '@parvis/contract/entity.ts'
import {
  bothLanguages,
  createPagedExportFile,
  type ExportFile,
  type ExportSubject,
  type ExportRecipient,
} from '#server/kernel/data-export.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { createReportsExport } from '#server/kernel/postgres/reports.ts'
import { presentAuthor, authorColumn } from '#server/kernel/author.ts'

const exportPosts = (db: Db, { communityId, userId }: ExportSubject): ExportFile => {
  const posts = () => db.selectFrom('events').where('community_id', '=', communityId).where('user_id', '=', userId)
  return createPagedExportFile('posts', {
    count: () =>
      posts()
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    readPage: (after, limit) =>
      posts()
        .selectAll()
        .$if(after !== null, query => query.where('id', '>', after!))
        .orderBy('id')
        .limit(limit)
        .execute(),
    present: row => ({
      kind: row.group_id,
      title: bothLanguages(row.title, row.title_en),
      text: bothLanguages(row.description, row.description_en),
      after: bothLanguages(row.post_description, row.post_description_en),
      picture: row.photo_id ? `pictures/${row.photo_id}.webp` : undefined,
      video: row.youtube_video_id ?? undefined,
      day: row.date_id ?? undefined,
      time: row.time_id ?? undefined,
      calledOffAt: row.cancelled_at ?? undefined,
      calledOffBecause: row.cancel_reason ?? undefined,
      answers: row.interested_count,
      publishedAt: row.created_at,
      editedAt: row.edited_at ?? undefined,
    }),
  })
}

const exportAnswers = (db: Db, { userId, hiddenUserIds, ageRule }: ExportRecipient): ExportFile => {
  const answers = () => db.selectFrom('event_answers as a').where('a.user_id', '=', userId)
  return createPagedExportFile('answers', {
    count: () =>
      answers()
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow(),
    readPage: (after, limit) =>
      answers()
        .innerJoin('events as e', join =>
          join.onRef('e.community_id', '=', 'a.community_id').onRef('e.id', '=', 'a.event_id'),
        )
        .innerJoin('users as u', join =>
          join.onRef('u.community_id', '=', 'e.community_id').onRef('u.id', '=', 'e.user_id'),
        )
        .select(['a.event_id as id', 'a.created_at', 'e.group_id', 'e.title', 'e.title_en'])
        .select(authorColumn('u', ageRule).as('author'))
        .$if(after !== null, query => query.where('a.event_id', '>', after!))
        .orderBy('a.event_id')
        .limit(limit)
        .execute(),
    present: row => ({
      to: {
        kind: row.group_id,
        ...(!hiddenUserIds.includes(row.author.id) && {
          title: bothLanguages(row.title, row.title_en),
          by: displayName(presentAuthor(row.author)),
        }),
      },
      answeredAt: row.created_at,
    }),
  })
}

export const exportFeed = (db: Db, recipient: ExportRecipient): ExportFile[] => [
  exportPosts(db, recipient),
  exportAnswers(db, recipient),
  createReportsExport(db, 'reported-posts', 'event_flags', recipient.userId),
]
