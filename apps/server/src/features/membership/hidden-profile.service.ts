// Profile fields that a moderation case hides are stored and later restored, except fields that were filled in again
// meanwhile.
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import type { MemberKey, TransactionContext } from '#server/kernel/report.ts'
import { releasePicture } from '../media/media.service.ts'
import { publishMemberChange } from './membership.service.ts'

/** Locks the row of the user; returns false if the user no longer exists. */
export const lockProfile = async (tx: Tx, { communityId, userId }: MemberKey): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', communityId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

/**
 * Identifies the fields hidden by one moderation case. If the case hides the profile twice, the newer texts are stored.
 */
interface HiddenProfileKey extends MemberKey {
  caseId: string
}

export const hideProfile = async (
  platform: Platform,
  context: TransactionContext,
  member: HiddenProfileKey,
): Promise<void> => {
  const { communityId, userId, caseId } = member
  const before = await context.tx
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
    returning kept.photo_id`.execute(context.tx)
  publishMemberChange(platform, context, member)
  const replacedPhotoId = before?.photo_id
  if (replacedPhotoId && replacedPhotoId !== rows[0]?.photo_id)
    context.afterCommit(() => void releasePicture(platform, replacedPhotoId))
}

export const restoreProfile = async (
  platform: Platform,
  context: TransactionContext,
  member: HiddenProfileKey,
): Promise<void> => {
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
    returning kept.photo_id, u.photo_id as shown_id`.execute(context.tx)
  const [restored] = rows
  if (!restored) return
  publishMemberChange(platform, context, member)
  const { photo_id, shown_id } = restored
  if (photo_id && photo_id !== shown_id) context.afterCommit(() => void releasePicture(platform, photo_id))
}

export const findHiddenProfiles = (db: Db, { communityId, userId }: MemberKey) =>
  db
    .selectFrom('hidden_profiles')
    .select(['content', 'photo_id'])
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .orderBy('case_id', 'desc')
    .execute()

export const eraseHiddenProfile = async (platform: Platform, { communityId, userId }: MemberKey): Promise<void> => {
  const deleted = await platform.db
    .deleteFrom('hidden_profiles')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .returning('photo_id')
    .execute()
  for (const { photo_id } of deleted) if (photo_id) await releasePicture(platform, photo_id)
}
