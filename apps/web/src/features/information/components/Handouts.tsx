import type { Community } from '@parvis/contract/community.ts'
import type { CommunityInformation } from '@parvis/contract/information.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { useFileSizeFormat } from '../use-megabytes.ts'
import type * as Part from './InviteDialog.tsx'
import css from './InformationContent.module.css'

export interface HandoutsProps {
  community: Pick<Community, 'name' | 'customUri' | 'logoUri' | 'city'>
  information: CommunityInformation
  canPrintPoster: boolean
}

/** Links to the welcome PDF, the invitation and the poster. */
export const Handouts = ({ community, information, canPrintPoster }: HandoutsProps) => {
  const { t } = useText()
  const formatFileSize = useFileSizeFormat()
  const [dialogModule, setDialogModule] = useState<typeof Part | null>(null)
  const { welcome, invitation } = information
  if (!welcome && !invitation) return null
  const params = { c: community.customUri }
  return (
    <Card as="section" aria-label={t('information.handouts')} className={css.full}>
      <ul className={`${css.list} ${css.inset}`}>
        {welcome && (
          <li>
            <Link className={css.line} to="/$c/pdf-bienvenue" params={params}>
              <Icon name="file-text" />
              <span>
                {t('information.welcome')}
                <small>{t('information.welcome.size', { size: formatFileSize(welcome.bytes) })}</small>
              </span>
              <Icon name="chevron-right" size="s" />
            </Link>
          </li>
        )}
        {invitation && (
          <li>
            <button
              type="button"
              className={css.line}
              aria-haspopup="dialog"
              onClick={() => void import('./InviteDialog.tsx').then(setDialogModule, onChunkLoadFailed)}
            >
              <Icon name="qr-code" />
              <span>
                {t('information.invite')}
                <small>{t('information.invite.detail')}</small>
              </span>
              <Icon name="chevron-right" size="s" />
            </button>
          </li>
        )}
        {invitation && canPrintPoster && (
          <li>
            <Link className={css.line} to="/$c/affiche" params={params}>
              <Icon name="printer" />
              <span>{t('information.poster')}</span>
              <Icon name="chevron-right" size="s" />
            </Link>
          </li>
        )}
      </ul>
      {dialogModule && invitation && (
        <dialogModule.InviteDialog
          community={community}
          link={invitation.link}
          linkContainsKey={canPrintPoster && invitation.link.includes('registerkey=')}
          onClose={() => setDialogModule(null)}
        />
      )}
    </Card>
  )
}
