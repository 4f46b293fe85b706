import { job } from '#server/kernel/jobs/jobs.ts'
import type { MailWords } from '#server/kernel/mail/mail-body.ts'
import { sendWords } from '#server/kernel/mail/send-words.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { textsIn } from '#server/kernel/texts.ts'
import { beginAndEndDeals, reachChangedCommunities } from './deal-days.service.ts'
import { findDecidedDeal } from './kept-deals.queries.ts'

interface Decision {
  dealId: string
  isApproved: boolean
}

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'deals.days': Record<string, never>
    'deal.decided': Decision
  }
}

/** Mails the decision to the author, unless they have changed or removed the deal meanwhile. */
const tellAuthor = async (platform: Platform, { dealId, isApproved }: Decision, jobId: string) => {
  const { db, site } = platform
  const deal = await findDecidedDeal(db, dealId)
  if (!deal?.email || !(isApproved ? deal.approved_at : deal.refused_at)) return
  const language = deal.language ?? deal.default_lang
  const t = textsIn(language)
  const kind = isApproved ? 'approved' : 'refused'
  const title = (language === 'en' ? (deal.title_en ?? deal.title) : (deal.title ?? deal.title_en)) ?? ''
  const facts = { title, community: deal.name }
  const door = `${site.origin}/${deal.custom_uri}`
  const words: MailWords = {
    language,
    sober: !isApproved,
    subject: t(`deals.${kind}.subject`, facts),
    preview: t(`deals.${kind}.preview`, facts),
    title: t(`deals.${kind}.title`, facts),
    paragraphs: [
      t(`deals.${kind}.text`, facts),
      ...(deal.refusal ? [t('deals.refused.reason', { ...facts, reason: deal.refusal })] : []),
      ...(isApproved ? [] : [t('deals.refused.again', facts)]),
    ],
    button: {
      label: t(`deals.${kind}.button`, facts),
      href: isApproved ? `${door}/annonce?id=${dealId}` : `${door}/vie-locale/edition?id=${dealId}`,
    },
    plain: t('mails.plain'),
    foot: [t('deals.foot', facts), deal.name],
  }
  await sendWords(platform, deal.email, words, jobId)
}

export const dealJobs = [
  job({
    name: 'deals.days',
    cron: '* * * * *',
    run: async platform => {
      await reachChangedCommunities(platform)
      await beginAndEndDeals(platform)
    },
  }),
  job({ name: 'deal.decided', run: tellAuthor }),
]
