// A digest lists the new deals, if the member has chosen to receive digests.
import { textIn } from '@parvis/contract/language.ts'
import {
  type DigestContext,
  type DigestPart,
  linkToMore,
  MAX_LISTED_ITEMS,
  shorten,
} from '#server/kernel/digest-part.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { findNewDeals } from './new-deals.service.ts'

export const digestDeals = async (platform: Platform, context: DigestContext): Promise<DigestPart[]> => {
  const { actor, language, since, homeUrl } = context
  const deals = context.isFrequencyChosen ? await findNewDeals(platform, actor, since) : []
  if (deals.length === 0) return []
  const t = translatorFor(language)
  const render = () => ({
    title: t('digest.deals'),
    items: deals.slice(0, MAX_LISTED_ITEMS).map(deal => {
      const promotion = textIn(language, deal, 'promotion') ?? textIn(language, deal.category, 'name')
      return {
        title: shorten(textIn(language, deal, 'title') ?? t('digest.deal')),
        ...(promotion && { detail: shorten(promotion) }),
        href: `${homeUrl}/annonce?id=${deal._id}`,
      }
    }),
    ...linkToMore(context, deals.length - MAX_LISTED_ITEMS, 'vie-locale'),
  })
  return [{ place: 'offers', summary: t('digest.count.deals', { count: deals.length }), render }]
}
