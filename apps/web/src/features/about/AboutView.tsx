import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LanguageButton } from '#web/ui/LanguageButton.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ActionAnchor, ActionList, ActionLink } from '#web/ui/ActionList.tsx'
import mark from '#web/ui/art/parvis.svg'
import { installationQuery, versionQuery } from '#web/kernel/installation/installation.queries.ts'
import courtyard from './art/courtyard.svg'
import { credits } from './credits.ts'
import css from './AboutView.module.css'

/** The about screen: what Parvis is, its version, its terms and the credits. */
export const AboutView = () => {
  const { t } = useText()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <div className={css.screen}>
      <header className={css.bar}>
        <IconButton
          icon="arrow-left"
          label={t('common.back')}
          onClick={() => (canGoBack ? router.history.back() : void router.navigate({ to: '/' }))}
        />
        <LanguageButton />
      </header>
      <main id="main" className={css.main}>
        <div className={css.mark}>
          <img src={mark} alt="" />
          <h1>Parvis</h1>
          <p>{t('about.what')}</p>
          <img className={css.picture} src={courtyard} alt="" />
        </div>
        <div className={css.lists}>
          <Versions />
          <AboutLinks />
          <h2>{t('about.thanks')}</h2>
          <Credits />
        </div>
      </main>
    </div>
  )
}

const Versions = () => {
  const { t } = useText()
  const { data, isError } = useQuery(versionQuery())
  const state = data
    ? t(data.forceupdate ? 'about.state.tooold' : data.needupdate ? 'about.state.newer' : 'about.state.good')
    : isError
      ? t('about.state.unknown')
      : '…'
  return (
    <Card as="section" className={css.versions} aria-label={t('about.versions')}>
      <dl>
        <Fact name={t('about.app')}>{CLIENT_VERSION}</Fact>
        <Fact name={t('about.server')}>{data?.serverVersion ?? (isError ? '–' : '…')}</Fact>
        <Fact name={t('about.state')}>{state}</Fact>
      </dl>
      {(data?.needupdate || data?.forceupdate) && (
        <Button kind="primary" icon="rotate-cw" wide onClick={() => location.reload()}>
          {t('common.obsolete.reload')}
        </Button>
      )}
      {isError && <Notice icon="info">{t('about.unasked')}</Notice>}
    </Card>
  )
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const AboutLinks = () => {
  const { t } = useText()
  const { data } = useQuery(installationQuery())
  const terms = '/conditions-generales-utilisation'
  return (
    <ActionList label={t('about.ways')}>
      <ActionLink icon="scale" title={t('about.terms')} to={terms} />
      <ActionLink icon="shield-check" title={t('about.data')} to={terms} hash="data" />
      {data?.contactEmail && (
        <ActionAnchor
          icon="mail"
          title={t('about.contact')}
          detail={data.contactEmail}
          href={`mailto:${data.contactEmail}`}
        />
      )}
    </ActionList>
  )
}

const Credits = () => {
  const { t } = useText()
  const [open, setOpen] = useState<string | null>(credits[0]!.key)
  return (
    <Card as="section" className={css.credits} aria-label={t('about.thanks')}>
      {credits.map(({ key, icon, items }) => (
        <Collapsible
          key={key}
          icon={icon}
          label={t(`about.${key}`)}
          open={open === key}
          onToggle={isOpen => setOpen(was => (isOpen ? key : was === key ? null : was))}
        >
          <dl>
            {items.map(({ name, textKey, url }) => (
              <div key={name}>
                <dt>
                  {url ? (
                    <a href={url} target="_blank" rel="noreferrer">
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                </dt>
                <dd>{t(`about.${textKey}`)}</dd>
              </div>
            ))}
          </dl>
        </Collapsible>
      ))}
    </Card>
  )
}
