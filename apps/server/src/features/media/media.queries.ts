import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Feature } from '#server/kernel/feature.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { anyOf, type PictureAccess } from '#server/kernel/picture-access.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type CurrentAgeRule, currentAgeRule } from '#server/kernel/minors.ts'
import type { MediaAccess } from './media.policy.ts'

type Features = readonly Feature[]

const anyFeature = (features: Features, conditionOf: (pictures: PictureAccess) => RawBuilder<boolean> | undefined) =>
  anyOf(features.map(({ pictures }) => pictures && conditionOf(pictures)))

const isWithheldColumn = (features: Features) =>
  sql<boolean>`(m.class = 'public' and (m.unused_since is not null or ${anyFeature(features, one => one.isWithheld)}))`

const hiddenByTeam = (
  extraCondition = sql``,
) => sql<boolean>`exists (select from moderation_cases k where k.picture_ids @> array[m.id]
  and k.hidden_at is not null and k.decided_at is not null and k.restored_at is null ${extraCondition})`

/** Whether the team has hidden content that showed the picture `m`, and the content is still hidden. */
export const isHiddenByTeamColumn = hiddenByTeam()

/** True for everybody but the uploader if the team has hidden content of the uploader with the picture. */
const isHiddenFromOthers = ({ userId }: Actor) =>
  sql`(m.user_id <> ${userId}::uuid and ${hiddenByTeam(sql`and k.author_id = m.user_id`)})`

const isVisible = (features: Features, actor: Actor | null, ages: CurrentAgeRule): RawBuilder<boolean> => {
  if (!actor) return sql`false`
  const [conversation, community, other] = (['conversation', 'community', 'public'] as const).map(mediaClass =>
    anyFeature(features, one => one.isVisible?.[mediaClass]?.(actor, ages)),
  )
  return sql`case m.class when 'conversation' then ${conversation}
    when 'community' then ${community} and not ${isHiddenFromOthers(actor)}
    else ${other} end or ${anyFeature(features, one => one.isReviewable?.(actor))}`
}

/** Whether a row of any feature references the picture `m`; a test checks that all foreign keys to `media` are declared. */
export const isReferencedColumn = (features: Features): RawBuilder<boolean> =>
  anyFeature(features, one => one.isReferenced)

export const isRetainedColumn = sql<boolean>`exists (select from moderation_cases k where k.picture_ids @> array[m.id])`

/** Returns the ids of those pictures that are visible without a session. */
export const findPublicPictures = async (
  { db, features }: Pick<Platform, 'db' | 'features'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select m.id from media m where m.id = any(${ids}::uuid[]) and m.class = 'public' and not ${isWithheldColumn(features)}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export const findMediaAccess = async (
  { db, clock, settings, features }: Pick<Platform, 'db' | 'clock' | 'settings' | 'features'>,
  actor: Actor | null,
  pictureId: string,
): Promise<MediaAccess | null> => {
  const { rows } = await sql<MediaAccess>`
    select m.class, m.user_id as "userId", m.unused_since is not null as unused, ${isVisible(features, actor, currentAgeRule({ clock, settings }))} as visible,
      ${isWithheldColumn(features)} as withheld, m.class = 'community' and ${anyFeature(features, one => one.isShowcased?.(actor))} as showcased
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
