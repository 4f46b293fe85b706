import type { DigestFrequency } from '@parvis/contract/digests.ts'
import { type DigestContext, type DigestPart, digestPlaces } from '#server/kernel/digest-part.ts'
import type { MailContent } from '#server/kernel/mail/mail-body.ts'
import { formatWeekdayDate } from '#server/kernel/mail/mail-dates.ts'
import type { MailSection } from '#server/kernel/mail/mail-lists.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { translatorFor } from '#server/kernel/texts.ts'

/** Returns the parts in the order of the mail; null if nothing is new. */
export const findDigestParts = async (platform: Platform, context: DigestContext): Promise<DigestPart[] | null> => {
  const found = (await Promise.all(platform.features.map(feature => feature.digest?.(platform, context) ?? []))).flat()
  const parts = digestPlaces.flatMap(place => found.filter(part => part.place === place))
  return parts.some(({ summary }) => summary !== null) ? parts : null
}

export const composeDigestMail = async (
  parts: readonly DigestPart[],
  context: DigestContext,
  { rhythm, unsubscribeHref }: { rhythm: DigestFrequency; unsubscribeHref: string },
): Promise<MailContent> => {
  const { language, communityName, isFrequencyChosen, timezone, homeUrl } = context
  const t = translatorFor(language)
  const list = new Intl.ListFormat(language === 'fr' ? 'fr-FR' : 'en-GB')
  const summary = list.format(parts.flatMap(part => part.summary ?? []))
  const sections: MailSection[] = await Promise.all(parts.map(part => part.render()))
  const since = formatWeekdayDate(language, context.since, timezone)
  return {
    language,
    sober: true,
    subject: t('digest.subject', { community: communityName, summary }),
    preview: t('digest.preview', { since }),
    title: t('digest.title'),
    paragraphs: [t('digest.text', { community: communityName, since, summary })],
    sections: sections.filter(({ items }) => items.length > 0),
    button: { label: t('digest.button'), href: `${homeUrl}/actualites` },
    footer: [t(`digest.foot.${isFrequencyChosen ? rhythm : 'usual'}`, { community: communityName })],
    footerLinks: [
      { label: t('digest.change'), href: `${homeUrl}/parametres` },
      { label: t('digest.stop'), href: unsubscribeHref },
    ],
  }
}
