import { defineJob, type JobData } from '#server/kernel/jobs/jobs.ts'
import type { MailContent } from '#server/kernel/mail/mail-body.ts'
import { sendMail } from '#server/kernel/mail/send-mail.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { translatorFor } from '#server/kernel/texts.ts'
import { startAndEndDueDeals, refreshChangedCommunities } from './deal-days.service.ts'
import { findDecidedDeal } from './managed-deals.queries.ts'

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'deals.days': Record<string, never>
    'deal.decided': {
      dealId: string
      isApproved: boolean
    }
  }
}

/** Mails the decision to the author, unless the author has changed or removed the deal meanwhile. */
const notifyAuthor = async (platform: Platform, { dealId, isApproved }: JobData['deal.decided'], jobId: string) => {
  const { db, site } = platform
  const deal = await findDecidedDeal(db, dealId)
  if (!deal?.email || !(isApproved ? deal.approved_at : deal.refused_at)) return
  const language = deal.language ?? deal.default_lang
  const t = translatorFor(language)
  const kind = isApproved ? 'approved' : 'refused'
  const title = (language === 'en' ? (deal.title_en ?? deal.title) : (deal.title ?? deal.title_en)) ?? ''
  const facts = { title, community: deal.name }
  const communityUrl = `${site.origin}/${deal.custom_uri}`
  const mailText: MailContent = {
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
      href: isApproved ? `${communityUrl}/annonce?id=${dealId}` : `${communityUrl}/vie-locale/edition?id=${dealId}`,
    },
    linkHint: t('mails.plain'),
    footer: [t('deals.foot', facts), deal.name],
  }
  await sendMail(platform, deal.email, mailText, jobId)
}

export const dealJobs = [
  defineJob({
    name: 'deals.days',
    cron: '* * * * *',
    run: async platform => {
      await refreshChangedCommunities(platform)
      await startAndEndDueDeals(platform)
    },
  }),
  defineJob({ name: 'deal.decided', run: notifyAuthor }),
]
