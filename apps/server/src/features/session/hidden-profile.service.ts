// What a moderation case hides of a profile is stored per case and restored afterwards, except for fields that the
// owner has filled in again meanwhile.
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import type { MemberName, Work } from '#server/kernel/report.ts'
import { releasePicture } from '../media/media.service.ts'

/** Locks the user row; false if the user is gone. */
export const holdProfile = async (tx: Tx, { communityId, userId }: MemberName): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

const tell = ({ bus }: Platform, { afterCommit }: Work, { communityId, userId }: MemberName) =>
  afterCommit(() => {
    bus.announce('actor.changed', { userIds: [userId] })
    bus.announce('shown.changed', { ids: [userId] })
    bus.announce('author.changed', { userId, communityId, channelIds: [] })
  })

/** What one case hides. If it hides the profile twice, the newer texts win. */
interface HiddenBy extends MemberName {
  caseId: string
}

export const hideProfile = async (platform: Platform, work: Work, member: HiddenBy): Promise<void> => {
  const { communityId, userId, caseId } = member
  const before = await work.tx
    .selectFrom('hidden_profiles')
    .select('photo_id')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .where('case_id', '=', caseId)
    .executeTakeFirst()
  const { rows } = await sql<{ photo_id: string | null }>`
    with kept as (
      insert into hidden_profiles as k (community_id, user_id, case_id, photo_id, content)
      select community_id, id, ${caseId}, photo_id,
        jsonb_build_object('description', description, 'description_en', description_en, 'job', job)
      from users where community_id = ${communityId} and id = ${userId}
      on conflict (community_id, user_id, case_id) do update set content = k.content || jsonb_strip_nulls(excluded.content),
        photo_id = coalesce(excluded.photo_id, k.photo_id)
      returning user_id, photo_id
    )
    update users u set photo_id = null, description = null, description_en = null, job = null
    from kept where u.community_id = ${communityId} and u.id = kept.user_id
    returning kept.photo_id`.execute(work.tx)
  tell(platform, work, member)
  const left = before?.photo_id
  if (left && left !== rows[0]?.photo_id) work.afterCommit(() => void releasePicture(platform, left))
}

export const showProfile = async (platform: Platform, work: Work, member: HiddenBy): Promise<void> => {
  const { communityId, userId, caseId } = member
  const { rows } = await sql<{ photo_id: string | null; shown_id: string | null }>`
    with kept as (
      delete from hidden_profiles where community_id = ${communityId} and user_id = ${userId} and case_id = ${caseId}
      returning user_id, photo_id, content
    )
    update users u set photo_id = coalesce(u.photo_id, kept.photo_id), description = coalesce(u.description, c.description),
      description_en = coalesce(u.description_en, c.description_en), job = coalesce(u.job, c.job)
    from kept, jsonb_to_record(kept.content) as c (description text, description_en text, job text)
    where u.community_id = ${communityId} and u.id = kept.user_id
    returning kept.photo_id, u.photo_id as shown_id`.execute(work.tx)
  const [shown] = rows
  if (!shown) return
  tell(platform, work, member)
  const { photo_id, shown_id } = shown
  if (photo_id && photo_id !== shown_id) work.afterCommit(() => void releasePicture(platform, photo_id))
}

export const findHiddenProfiles = (db: Db, { communityId, userId }: MemberName) =>
  db
    .selectFrom('hidden_profiles')
    .select(['content', 'photo_id'])
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .orderBy('case_id', 'desc')
    .execute()

export const eraseHiddenProfile = async (platform: Platform, { communityId, userId }: MemberName): Promise<void> => {
  const gone = await platform.db
    .deleteFrom('hidden_profiles')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .returning('photo_id')
    .execute()
  for (const { photo_id } of gone) if (photo_id) await releasePicture(platform, photo_id)
}
