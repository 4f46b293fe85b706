import type { Community } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import door from '#web/ui/art/spot-door.svg'
import { Avatar } from '#web/ui/Avatar.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { Carousel } from './components/Carousel.tsx'
import css from './LandingView.module.css'

/** Names of up to this many letters fit on one line beside the pictures. */
const SHORT_NAME_LENGTH = 13

const DOOR_WIDTH = 240
const DOOR_HEIGHT = 160

export interface LandingViewProps {
  community: Community
  /** Whether visitors may register by themselves. */
  isRegistrationOpen: boolean
  /** Path to continue to after the log-in. */
  next?: string
  /**
   * Shown above the log-in buttons: a notice that the visitor is signed in to another community, or tips for logging
   * in.
   */
  aboveLogIn?: ReactNode
  children?: ReactNode
}

/** The public landing page of a community. */
export const LandingView = ({ community, isRegistrationOpen, next, aboveLogIn, children }: LandingViewProps) => {
  // This view is rendered once, so memoization would add more code than it saves work.
  'use no memo'
  const { t, language } = useText()
  const params = { c: community.customUri }
  const description = textIn(language, community, 'description')
  return (
    <div className={css.landing}>
      <PublicBar homeTarget={{ to: '/$c', params }} />
      <main id="main" className={css.main}>
        <section className={css.place}>
          <Avatar name={community.name} photoUri={community.logoUri} size="l" subject="place" />
          <h1 lang={community.defaultLang} data-long={community.name.length > SHORT_NAME_LENGTH || undefined}>
            {community.name}
          </h1>
          {description && <p>{description}</p>}
        </section>
        <div className={css.show}>
          {community.slides.length > 0 ? (
            <Carousel slides={community.slides} />
          ) : (
            <img className={css.door} src={door} alt="" width={DOOR_WIDTH} height={DOOR_HEIGHT} />
          )}
        </div>
        <section className={css.acts}>
          <Suspense>{aboveLogIn}</Suspense>
          {!isRegistrationOpen && (
            <Notice kind="calm" icon={community.isPrivate ? 'lock' : 'info'}>
              {t('community.invited', { type: community.communitytype })}
            </Notice>
          )}
          <ButtonLink
            kind="primary"
            size="l"
            wide
            to="/$c/connexion"
            params={params}
            search={{ next, register: isRegistrationOpen || undefined }}
          >
            {isRegistrationOpen ? t('community.landing.join', { name: community.name }) : t('community.landing.login')}
          </ButtonLink>
          {isRegistrationOpen && (
            <ButtonLink size="l" wide to="/$c/connexion" params={params} search={{ next }}>
              {t('community.landing.login')}
            </ButtonLink>
          )}
          <div className={css.more}>
            <ButtonLink icon="qr-code" wide to="/scanner">
              {t('community.landing.scan')}
            </ButtonLink>
            {!community.isPrivate && (
              <ButtonLink icon="info" wide to="/$c/informations" params={params}>
                {t('community.landing.information')}
              </ButtonLink>
            )}
            {community.gooddeal && (
              <ButtonLink icon="store" wide to="/$c/vie-locale" params={params}>
                {t('community.landing.deals')}
              </ButtonLink>
            )}
          </div>
        </section>
      </main>
      <footer className={css.foot}>
        <Link to="/communautes">{t('community.landing.another')}</Link>
        <Link to="/a-propos">{t('community.landing.about')}</Link>
        <Link to="/conditions-generales-utilisation">{t('community.landing.terms')}</Link>
        <span>
          {[community.address, [community.zipCode, community.city].filter(Boolean).join(' ')]
            .filter(Boolean)
            .join(', ')}
        </span>
        {community.membersCount !== null && (
          <span>{t('community.landing.members', { count: community.membersCount })}</span>
        )}
      </footer>
      {children}
    </div>
  )
}
