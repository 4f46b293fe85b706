import type { CommunityType } from '@parvis/contract/community.ts'
import { canOfferDeals } from '@parvis/contract/roles.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { mediaColumn } from '#server/kernel/picture.ts'
import { canUseInDeal, suitsCommunityType } from '../deals/deal-template.columns.ts'
import { isOfferedTo } from './template.columns.ts'

const templates = (db: Db) =>
  db
    .selectFrom('templates as t')
    .innerJoin('template_categories as tc', 'tc.id', 't.category_id')
    .leftJoin('communities as home', 'home.id', 't.community_id')
    .leftJoin('media as photo', 'photo.id', 't.photo_id')
    .select([
      't.id',
      't.community_id',
      't.category_id',
      't.user_id',
      'tc.name as category_name',
      'tc.name_en as category_name_en',
      't.type',
      't.subtype',
      't.name',
      't.name_en',
      't.title',
      't.title_en',
      't.description',
      't.description_en',
      't.post_description',
      't.post_description_en',
      't.youtube_video_id',
      't.picto',
      't.choices',
      't.channel_type',
      't.accept_notif',
      't.community_types',
      'tc.hue',
      'home.organization_id',
      mediaColumn('photo').as('photo'),
    ])
    .where('t.removed_at', 'is', null)

export type TemplateRow = Awaited<ReturnType<ReturnType<typeof templates>['executeTakeFirstOrThrow']>>

/** Returns templates of the catalogue, of the actor’s community, and message templates shared in its organisation. */
export const findTemplates = (db: Db, actor: Actor, communityType: CommunityType): Promise<TemplateRow[]> =>
  templates(db)
    .where(suitsCommunityType(communityType))
    .where(isOfferedTo(actor))
    .orderBy('t.community_id', order => order.asc().nullsFirst())
    .orderBy('t.position')
    .orderBy('t.id')
    .execute()

export const findTemplate = (db: Db, id: string): Promise<TemplateRow | undefined> =>
  templates(db).where('t.id', '=', id).executeTakeFirst()

/**
 * Returns the templates of the good deals that the community shows; authors of deals receive all templates that deals
 * may use.
 */
export const findDealTemplates = (db: Db, actor: Actor): Promise<TemplateRow[]> =>
  templates(db)
    .where(eb =>
      eb.or([
        eb(
          't.id',
          'in',
          eb
            .selectFrom('deals as d')
            .innerJoin('community_deals as shown', 'shown.deal_id', 'd.id')
            .select('d.template_id')
            .where('shown.community_id', '=', actor.communityId)
            .where('shown.listed', '=', true)
            .where('d.template_id', 'is not', null),
        ),
        eb.and([sql<boolean>`${canOfferDeals(actor.role)}::boolean`, canUseInDeal(actor)]),
      ]),
    )
    .orderBy('t.position')
    .orderBy('t.id')
    .execute()

export const findTemplateByIdempotencyKey = async (db: Db, actor: Actor, tmpId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('templates')
      .select('id')
      .where('community_id', '=', actor.communityId)
      .where('user_id', '=', actor.userId)
      .where('tmp_id', '=', tmpId)
      .executeTakeFirst()
  )?.id

/** Whether a category is of the catalogue, of the actor’s community, or of another community of its organisation. */
const isReachable =
  ({ communityId, organizationId }: Actor) =>
  (eb: ExpressionBuilder<{ tc: { community_id: string | null } }, 'tc'>) =>
    eb.or([
      eb('tc.community_id', 'is', null),
      eb('tc.community_id', '=', communityId),
      ...(organizationId
        ? [
            sql<boolean>`tc.community_id in (select c.id from communities c where c.organization_id = ${organizationId})`,
          ]
        : []),
    ])

/**
 * Whether members may publish from a template of the category. Also true if only others than this actor may: the actor
 * can read those posts and filter the feed by the category.
 */
const isInUse = ({ communityId, organizationId }: Actor, type: CommunityType) => {
  const shared = organizationId
    ? sql`or t.community_id in (select c.id from communities c where c.organization_id = ${organizationId})`
    : sql``
  return sql<boolean>`exists (
    select from templates t where t.category_id = tc.id and t.removed_at is null and t.type <> 'GooddealActivity'
      and ${suitsCommunityType(type)} and (t.community_id is null or t.community_id = ${communityId} ${shared}))`
}

export const findCategories = (db: Db, actor: Actor, communityType: CommunityType) =>
  db
    .selectFrom('template_categories as tc')
    .select(['tc.id', 'tc.community_id', 'tc.name', 'tc.name_en', 'tc.picto', 'tc.hue'])
    .select(isInUse(actor, communityType).as('in_use'))
    .where(isReachable(actor))
    .orderBy('tc.community_id', order => order.asc().nullsFirst())
    .orderBy('tc.position')
    .orderBy('tc.id')
    .execute()

export type CategoryRow = Awaited<ReturnType<typeof findCategories>>[number]
