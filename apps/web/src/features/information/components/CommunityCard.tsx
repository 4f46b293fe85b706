import type { Community } from '@parvis/contract/community.ts'
import type { CommunityInformation } from '@parvis/contract/information.ts'
import { textIn } from '@parvis/contract/language.ts'
import { formatPhone } from '@parvis/contract/phone-format.ts'
import type { ReactNode } from 'react'
import { formatPostalAddress, displayHost, telephoneHref, webHref } from '#web/kernel/share/contact-links.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import { Photo } from '#web/ui/Photo.tsx'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import typography from '#web/ui/typography.module.css'
import { useDirections } from '#web/ui/use-directions.tsx'
import css from './CommunityCard.module.css'
import grid from './InformationContent.module.css'

const HERO_RATIO = 5 / 2

/** Picture, description and contact details of the community. */
export const CommunityCard = ({
  community,
  information,
}: {
  community: Community
  information: CommunityInformation
}) => {
  const { t, language } = useText()
  const { openDirections, dialog } = useDirections()
  const [slide] = community.slides
  const opening = textIn(language, information, 'openingTime')
  const text = textIn(language, community, 'description')
  const address = formatPostalAddress(community)
  const surroundings = [community.residence, community.building, community.district].filter(
    (part, at, all) => part && part !== community.name && all.indexOf(part) === at,
  )
  const web = community.webSiteUrl && webHref(community.webSiteUrl)
  const { loc } = community
  return (
    <Card as="section" aria-labelledby="front" className={grid.full}>
      {slide?.photo && (
        <Photo
          className={css.hero}
          media={slide.photo}
          alt={textIn(language, slide.photo, 'alt') ?? ''}
          ratio={HERO_RATIO}
          eager
        />
      )}
      <div className={css.block}>
        <div className={css.head}>
          <Avatar name={community.name} photoUri={community.logoUri} size="l" subject="place" />
          <div>
            <h2 id="front" dir="auto">
              {community.name}
            </h2>
            <p className={typography.muted}>
              {[
                t('information.kind', { type: community.communitytype }),
                community.membersCount !== null && t('information.members', { count: community.membersCount }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
        </div>
        {text && (
          <p dir="auto">
            <LinkedText text={text} />
          </p>
        )}
        <ul className={css.facts}>
          {(address || surroundings.length > 0) && (
            <Fact icon="map-pin" label={t('information.address')}>
              {[address, ...surroundings].filter(Boolean).join(' · ')}
            </Fact>
          )}
          {community.phone && (
            <Fact icon="phone" label={t('information.phone')}>
              <a className={classNames(typography.link, typography.num)} href={telephoneHref(community.phone)}>
                {formatPhone(community.phone)}
              </a>
            </Fact>
          )}
          {community.fax && (
            <Fact icon="printer" label={t('information.fax')}>
              <span className={typography.num}>
                {t('information.fax.number', { number: formatPhone(community.fax) })}
              </span>
            </Fact>
          )}
          {community.mail && (
            <Fact icon="mail" label={t('information.mail')}>
              <a className={typography.link} href={`mailto:${community.mail}`}>
                {community.mail}
              </a>
            </Fact>
          )}
          {web && (
            <Fact icon="globe" label={t('information.site')}>
              <a className={typography.link} href={web} target="_blank" rel="noopener noreferrer">
                {displayHost(web)}
                <span className={typography.hidden}> ({t('information.newtab')})</span>
              </a>
            </Fact>
          )}
          {opening && (
            <Fact icon="clock" label={t('information.opening')}>
              <span className={grid.times} dir="auto">
                {opening}
              </span>
            </Fact>
          )}
        </ul>
        {(information.abilities.writeToTeam || loc) && (
          <div className={css.acts}>
            {information.abilities.writeToTeam && (
              <ButtonLink
                kind="primary"
                icon="message-circle"
                to="/$c/a-mon-service"
                params={{ c: community.customUri }}
              >
                {t('information.write')}
              </ButtonLink>
            )}
            {loc && (
              <Button icon="navigation" onClick={() => openDirections({ name: community.name, address, loc })}>
                {t('information.route')}
              </Button>
            )}
          </div>
        )}
      </div>
      {dialog}
    </Card>
  )
}

const Fact = ({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) => {
  const { t } = useText()
  return (
    <li>
      <Icon name={icon} size="s" />
      <span>
        <span className={typography.hidden}>{t('information.fact.label', { label })} </span>
        {children}
      </span>
    </li>
  )
}
