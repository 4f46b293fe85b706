// A member may publish a post from a deal, with the text and template of the deal.
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { canSeeDeal, dealAbilities } from './deals.policy.ts'
import { findDealInCommunity } from './deals.queries.ts'

/** Throws `error404` if the community does not show the deal, `forbidden` if the user may not publish from the deal. */
export const getDealActivity = async ({ db, clock }: Pick<Platform, 'db' | 'clock'>, actor: Actor, id: string) => {
  const now = clock.now()
  const deal = actor.community.gooddeal ? await findDealInCommunity(db, actor.communityId, id) : undefined
  if (!deal || !canSeeDeal(actor, deal, now)) return fail('error404', { field: 'goodDealId' })
  if (!dealAbilities(actor, deal, now).publish) return fail('forbidden')
  return {
    id: deal.id,
    templateId: deal.template_id,
    choices: deal.choices,
    texts: {
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
