import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import css from './InstallationView.module.css'

export interface InstallationViewProps {
  /** The viewer's own community, whose management the back button leads to. */
  homeCommunity: { customUri: string }
  /** The pending work of webmasters in all communities, shown below the links. */
  pending?: ReactNode
}

/** Management of the whole installation. */
export const InstallationView = ({ homeCommunity, pending }: InstallationViewProps) => {
  const { t } = useText()
  return (
    <>
      <TopBar
        title={t('installation.title')}
        backTarget={{ to: '/$c/gestion', params: { c: homeCommunity.customUri } }}
      />
      <Main>
        <p className={css.lead}>{t('installation.lead')}</p>
        <Card as="nav" aria-label={t('installation.title')}>
          <ul className={css.ways}>
            <li>
              <Link to="/gestion/journal" className={css.way}>
                <Icon name="scroll-text" />
                <span>
                  <b>{t('installation.log')}</b>
                  <small>{t('installation.log.text')}</small>
                </span>
                <Icon name="chevron-right" size="s" />
              </Link>
            </li>
          </ul>
        </Card>
        {pending}
      </Main>
    </>
  )
}
