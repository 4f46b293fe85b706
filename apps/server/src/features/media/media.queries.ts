import { isAdminLike } from '@parvis/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, canSeeMinors } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canSeeAnswersColumnFor } from '../feed/event.columns.ts'
import { isReviewableColumn } from '../moderation/moderation.columns.ts'
import { isOfferedTo } from '../publish/template.columns.ts'
import { type CurrentAgeRule, currentAgeRule, isMinorColumn } from '#server/kernel/minors.ts'
import type { MediaAccess } from './media.policy.ts'

const isOnReadChannel = (actor: Actor) => sql`exists (select from event_channels ec
  where ec.community_id = e.community_id and ec.event_id = e.id and ec.channel_id = any(${actor.channelIds}::uuid[]))`

const isOwn = (actor: Actor) => sql`(e.community_id = ${actor.communityId} and e.user_id = ${actor.userId})`

const isVisibleAuthor = ({ hiddenUserIds }: Actor, userId: string) =>
  sql`${sql.ref(userId)} <> all (${hiddenUserIds}::uuid[])`

const visibleByPost = (actor: Actor) =>
  sql`exists (select from events e where e.photo_id = m.id and ${isVisibleAuthor(actor, 'e.user_id')} and (${isOwn(actor)} or ${isOnReadChannel(actor)}))`

/**
 * Portraits of members of the viewer’s community, and of authors and answerers of posts that the viewer may read.
 * Adults see no portraits of minors.
 */
const visibleByPerson = (actor: Actor, { now, consentAge }: CurrentAgeRule) => sql`exists (
  select from users u where u.photo_id = m.id and ${isVisibleAuthor(actor, 'u.id')}
    and (${canSeeMinors(actor)} or u.id = ${actor.userId}::uuid or not ${isMinorColumn('u', now, consentAge)}) and (u.community_id = ${actor.communityId}
    or exists (select from events e where e.community_id = u.community_id and e.user_id = u.id and ${isOnReadChannel(actor)})
    or exists (select from event_answers a join events e on e.community_id = a.community_id and e.id = a.event_id
      where a.user_id = u.id and ${canSeeAnswersColumnFor(actor)} and (${isOwn(actor)} or ${isOnReadChannel(actor)}))))`

const visibleByTemplate = (actor: Actor) =>
  sql`exists (select from templates t where t.photo_id = m.id and t.removed_at is null and ${isOfferedTo(actor)})`

/**
 * The picture is in a message of a conversation of the viewer. The message is not deleted, and neither its sender nor
 * the other member is blocked. In a group, the post and its author are not hidden from the viewer.
 */
const visibleByMessage = ({ userId, blockedIds, hiddenUserIds }: Actor) =>
  sql`exists (select from messages g
    join conversations c on c.community_id = g.community_id and c.id = g.conversation_id
    join conversation_members cm on cm.community_id = c.community_id and cm.conversation_id = c.id
    where g.image_id = m.id and g.deleted_at is null and cm.user_id = ${userId} and cm.left_at is null
      and g.user_id <> all (${blockedIds}::uuid[])
      and not exists (select from events e where e.community_id = c.community_id and e.id = c.event_id
        and (e.user_id = any (${hiddenUserIds}::uuid[]) or (e.hidden_at is not null and e.user_id is distinct from ${userId}::uuid)))
      and (c.event_id is not null or (c.low_user_id <> all (${blockedIds}::uuid[]) and c.high_user_id <> all (${blockedIds}::uuid[]))))`

/** The sender of a message that the team has hidden still sees its picture. */
const visibleByHiddenMessage = ({ userId }: Actor) =>
  sql`exists (select from hidden_messages h join messages g on g.community_id = h.community_id and g.id = h.message_id
    where h.image_id = m.id and g.user_id = ${userId})`

/** The plan and the map of a private community are visible to its members and moderators only, as in `canSeeInsideCommunity`. */
const showcasedByCommunity = (actor: Actor | null) => {
  const organizationId = actor && isAdminLike(actor.role) ? actor.organizationId : null
  return sql`exists (select from communities c where (c.plan_id = m.id or c.map_photo_id = m.id)
    and (not c.is_private or c.id = ${actor?.communityId ?? null}::uuid or c.organization_id = ${organizationId}::uuid
      or ${actor?.role === 'webmaster'}))`
}

const isOfHiddenDeal = sql<boolean>`exists (select from deals d where (d.photo_id = m.id or d.map_photo_id = m.id) and d.hidden_at is not null)`

const isWithheldColumn = sql<boolean>`(m.class = 'public' and (m.unused_since is not null or ${isOfHiddenDeal}))`

const visibleByOwnDeal = ({ userId }: Actor) =>
  sql`exists (select from deals d where (d.photo_id = m.id or d.map_photo_id = m.id) and d.user_id = ${userId})`

const hiddenByTeam = (
  extraCondition = sql``,
) => sql<boolean>`exists (select from moderation_cases k where k.picture_ids @> array[m.id]
  and k.hidden_at is not null and k.decided_at is not null and k.restored_at is null ${extraCondition})`

/** Whether the team has hidden content that showed the picture `m`, and the content is still hidden. */
export const isHiddenByTeamColumn = hiddenByTeam()

/** True for everybody but the uploader if the team has hidden content of the uploader with the picture. */
const isHiddenFromOthers = ({ userId }: Actor) =>
  sql`(m.user_id <> ${userId}::uuid and ${hiddenByTeam(sql`and k.author_id = m.user_id`)})`

const isVisible = (actor: Actor | null, ages: CurrentAgeRule): RawBuilder<boolean> =>
  actor
    ? sql`case m.class when 'conversation' then (${visibleByMessage(actor)} or ${visibleByHiddenMessage(actor)})
        when 'community' then (${visibleByPost(actor)} or ${visibleByPerson(actor, ages)} or ${visibleByTemplate(actor)})
          and not ${isHiddenFromOthers(actor)}
        else ${visibleByOwnDeal(actor)} end or ${isReviewableColumn(actor)}`
    : sql`false`

/**
 * Whether anything references the picture `m`: any foreign key to `media` (a test checks that the list is complete), or
 * the slides of a community, which are JSON.
 */
export const isReferencedColumn = sql<boolean>`(
  exists (select from events where photo_id = m.id)
  or exists (select from messages where image_id = m.id)
  or exists (select from hidden_messages where image_id = m.id)
  or exists (select from users where photo_id = m.id)
  or exists (select from hidden_profiles where photo_id = m.id)
  or exists (select from templates where photo_id = m.id)
  or exists (select from deals where photo_id = m.id)
  or exists (select from deals where map_photo_id = m.id)
  or exists (select from communities where logo_id = m.id)
  or exists (select from communities where plan_id = m.id)
  or exists (select from communities where map_photo_id = m.id)
  or exists (select from cities where photo_id = m.id)
  or exists (select from communities c where c.id = m.community_id
    and c.slides @> jsonb_build_array(jsonb_build_object('photo_id', m.id))))`

export const isRetainedColumn = sql<boolean>`exists (select from moderation_cases k where k.picture_ids @> array[m.id])`

/** Returns the ids of those pictures that are visible without a session. */
export const findPublicPictures = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m where m.id = any(${ids}::uuid[]) and m.class = 'public' and not ${isWithheldColumn}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export const findMediaAccess = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  actor: Actor | null,
  pictureId: string,
): Promise<MediaAccess | null> => {
  const { rows } = await sql<MediaAccess>`
    select m.class, m.user_id as "userId", m.unused_since is not null as unused, ${isVisible(actor, currentAgeRule({ clock, settings }))} as visible,
      ${isWithheldColumn} as withheld, m.class = 'community' and ${showcasedByCommunity(actor)} as showcased
    from media m where m.id = ${pictureId}`.execute(db)
  return rows[0] ?? null
}

export const findNewestUsedPicture = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom('media')
      .select('id')
      .where('unused_since', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id
