// Data export: what somebody has published, answered and flagged.
import { displayName } from '@parvis/contract/entity.ts'
import { bothOf, eachOf, type OwnFile, type OwnKey, type OwnReader } from '#server/kernel/own-data.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { presentAuthor } from '../session/author.presenter.ts'
import { authorColumn } from '../session/author.columns.ts'

const counted = async (rows: Promise<{ count: string | number | bigint }>) => Number((await rows).count)

const ownPosts = (db: Db, { communityId, userId }: OwnKey): OwnFile => {
  const posts = () => db.selectFrom('events').where('community_id', '=', communityId).where('user_id', '=', userId)
  return {
    name: 'posts',
    count: () =>
      counted(
        posts()
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    async *read() {
      const rows = eachOf(
        (after, limit) =>
          posts()
            .selectAll()
            .$if(after !== null, query => query.where('id', '>', after!))
            .orderBy('id')
            .limit(limit)
            .execute(),
        ({ id }) => id,
      )
      for await (const row of rows)
        yield {
          kind: row.group_id,
          title: bothOf(row.title, row.title_en),
          text: bothOf(row.description, row.description_en),
          after: bothOf(row.post_description, row.post_description_en),
          picture: row.photo_id ? `pictures/${row.photo_id}.webp` : undefined,
          video: row.youtube_video_id ?? undefined,
          day: row.date_id ?? undefined,
          time: row.time_id ?? undefined,
          calledOffAt: row.cancelled_at ?? undefined,
          calledOffBecause: row.cancel_reason ?? undefined,
          answers: row.interested_count,
          publishedAt: row.created_at,
          editedAt: row.edited_at ?? undefined,
        }
    },
  }
}

const ownAnswers = (db: Db, { userId, silencedIds, ages }: OwnReader): OwnFile => {
  const answers = () => db.selectFrom('event_answers as a').where('a.user_id', '=', userId)
  return {
    name: 'answers',
    count: () =>
      counted(
        answers()
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    async *read() {
      const rows = eachOf(
        (after, limit) =>
          answers()
            .innerJoin('events as e', join =>
              join.onRef('e.community_id', '=', 'a.community_id').onRef('e.id', '=', 'a.event_id'),
            )
            .innerJoin('users as u', join =>
              join.onRef('u.community_id', '=', 'e.community_id').onRef('u.id', '=', 'e.user_id'),
            )
            .select([
              'a.event_id',
              'a.created_at',
              'e.group_id',
              'e.title',
              'e.title_en',
              authorColumn('u', ages).as('author'),
            ])
            .$if(after !== null, query => query.where('a.event_id', '>', after!))
            .orderBy('a.event_id')
            .limit(limit)
            .execute(),
        ({ event_id }) => event_id,
      )
      for await (const row of rows)
        yield {
          to: {
            kind: row.group_id,
            ...(!silencedIds.includes(row.author.id) && {
              title: bothOf(row.title, row.title_en),
              by: displayName(presentAuthor(row.author)),
            }),
          },
          answeredAt: row.created_at,
        }
    },
  }
}

const ownReports = (db: Db, { userId }: OwnKey): OwnFile => {
  const reports = () => db.selectFrom('event_flags').where('reporter_id', '=', userId)
  return {
    name: 'reported-posts',
    count: () =>
      counted(
        reports()
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    async *read() {
      for (const { rule, reason, created_at } of await reports()
        .select(['rule', 'reason', 'created_at'])
        .orderBy('id')
        .execute())
        yield { rule, reason, reportedAt: created_at }
    },
  }
}

export const ownFeed = (db: Db, key: OwnReader): OwnFile[] => [
  ownPosts(db, key),
  ownAnswers(db, key),
  ownReports(db, key),
]
