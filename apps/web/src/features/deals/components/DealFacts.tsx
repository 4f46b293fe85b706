import type { Deal } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import { formatPhone } from '@parvis/contract/phone-format.ts'
import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import typography from '#web/ui/typography.module.css'
import { formatPostalAddress, displayHost, telephoneHref, webHref } from '#web/kernel/share/contact-links.ts'
import css from './DealFacts.module.css'

/** Opening times, street address, price and contact of a deal. */
export const DealFacts = ({ deal }: { deal: Deal }) => {
  const { t, language } = useText()
  const opening = textIn(language, deal, 'openingTime')
  const price = textIn(language, deal, 'price')
  const address = formatPostalAddress(deal)
  return (
    <ul className={css.facts}>
      {opening && (
        <Fact icon="clock" label={t('deals.fact.opening')}>
          <b>{opening}</b>
        </Fact>
      )}
      {address && (
        <Fact icon="map-pin" label={t('deals.fact.address')}>
          {address}
        </Fact>
      )}
      {price && (
        <Fact icon="tag" label={t('deals.fact.price')}>
          {price}
        </Fact>
      )}
      {deal.phone && (
        <Fact icon="phone" label={t('deals.fact.phone')}>
          <a className={typography.link} href={telephoneHref(deal.phone)}>
            {formatPhone(deal.phone)}
          </a>
        </Fact>
      )}
      <Site url={deal.webSiteUrl} icon="globe" label={t('deals.fact.site')} />
      <Site url={deal.fbUrl} icon="thumbs-up" label={t('deals.fact.page')} name={t('deals.fact.facebook')} />
      {deal.email && (
        <Fact icon="mail" label={t('deals.fact.email')}>
          <a className={typography.link} href={`mailto:${deal.email}`}>
            {deal.email}
          </a>
        </Fact>
      )}
    </ul>
  )
}

const Fact = ({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) => {
  const { t } = useText()
  return (
    <li>
      <Icon name={icon} size="s" />
      <span>
        <span className={typography.hidden}>{t('deals.fact.label', { label })} </span>
        {children}
      </span>
    </li>
  )
}

/** A link to a website, labelled with its host unless a name is given. */
const Site = ({ url, icon, label, name }: { url: string | null; icon: IconName; label: string; name?: string }) => {
  const { t } = useText()
  const href = url && webHref(url)
  if (!href) return null
  return (
    <Fact icon={icon} label={label}>
      <a className={typography.link} href={href} target="_blank" rel="noopener noreferrer">
        {name ?? displayHost(href)}
        <span className={typography.hidden}> ({t('deals.fact.newtab')})</span>
      </a>
    </Fact>
  )
}
