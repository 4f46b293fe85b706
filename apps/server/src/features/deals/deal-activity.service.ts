// A good deal invites: who may publish from it says so in its words, under its template.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canSeeDeal, dealAbilities } from './deals.policy.ts'
import { findDealOf } from './deals.queries.ts'

/**
 * The deal that is published from; `error404` when its community shows none of that id, `forbidden` for who may not
 * publish from it.
 */
export const getDealActivity = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, actor: Actor, id: string) => {
  const now = clock.now()
  const deal = actor.community.gooddeal ? await findDealOf(db, actor.communityId, id) : undefined
  if (!deal || !canSeeDeal(actor, deal, now)) return fail('error404', { field: 'goodDealId' })
  if (!dealAbilities(actor, deal, now).publish) return fail('forbidden')
  return {
    id: deal.id,
    templateId: deal.template_id,
    choices: deal.choices,
    words: {
      description: deal.activity_description,
      description_en: deal.activity_description_en,
      post_description: deal.activity_post_description,
      post_description_en: deal.activity_post_description_en,
    },
    inset: {
      id: deal.id,
      title: deal.title,
      title_en: deal.title_en,
      promotion: deal.promotion,
      promotion_en: deal.promotion_en,
      photo_id: deal.photo?.id ?? null,
      user_id: deal.user_id,
    },
  }
}
