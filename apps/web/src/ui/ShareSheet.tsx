import { useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { copyText, shareNatively } from '#web/kernel/share/share.ts'
import { shareLinks } from '#web/kernel/share/share-links.ts'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import { brandLogos } from './brand-logos.ts'
import { Thumb } from './Thumb.tsx'
import css from './ShareSheet.module.css'
import typography from './typography.module.css'

export interface ShareContent {
  title: string
  detail?: string | null
  url: string
  /** A sentence that says who can open the link. */
  note: string
  /** The media URI of a picture of the shared item. */
  photoUri?: string | null
}

/** Shares a URL: copies it, or opens another service or the device's share dialog. Imported on first use. */
export const ShareSheet = ({ title, detail, url, note, photoUri, onClose }: ShareContent & { onClose: () => void }) => {
  const { t } = useText()
  const [copied, setCopied] = useState<boolean | null>(null)
  const links = shareLinks(title, url)
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <div className={css.what}>
        {photoUri && <Thumb uri={photoUri} />}
        <div>
          <b dir="auto">{title}</b>
          {detail && <small>{detail}</small>}
        </div>
      </div>
      <button type="button" className={css.copy} data-autofocus onClick={() => void copyText(url).then(setCopied)}>
        <Icon name={copied ? 'check' : 'link'} />
        <span>
          <b>{t(copied ? 'share.copied' : 'share.copy')}</b>
          <small>{url.replace(/^https?:\/\//, '')}</small>
        </span>
        <Icon name="copy" size="s" />
      </button>
      <p className={copied === false ? css.failed : typography.hidden} role="status">
        {copied === null ? '' : copied ? t('share.copied') : t('share.failed', { url })}
      </p>
      <h3 className={css.elsewhere}>{t('share.elsewhere')}</h3>
      <ul className={css.ways}>
        <ShareLink href={links.whatsapp} external mark={<BrandMark name="whatsapp" />}>
          {t('share.whatsapp')}
        </ShareLink>
        <ShareLink href={links.message} icon="message-square">
          {t('share.message')}
        </ShareLink>
        <ShareLink href={links.mail} icon="mail">
          {t('share.mail')}
        </ShareLink>
        <ShareLink href={links.facebook} external mark={<BrandMark name="facebook" />}>
          {t('share.facebook')}
        </ShareLink>
        <ShareLink href={links.x} external mark={<BrandMark name="x" />}>
          {t('share.x')}
        </ShareLink>
        {'share' in navigator && (
          <li>
            <button type="button" className={css.way} onClick={() => void shareNatively(title, url)}>
              <span>
                <Icon name="ellipsis" />
              </span>
              {t('share.more')}
            </button>
          </li>
        )}
      </ul>
      <p className={typography.meta}>{note}</p>
    </Dialog>
  )
}

interface ShareLinkProps {
  href: string
  /** Opens a link to another site in a new tab, without a referrer. */
  external?: boolean
  icon?: IconName
  mark?: ReactNode
  children: ReactNode
}

const ShareLink = ({ href, external, icon, mark, children }: ShareLinkProps) => (
  <li>
    <a className={css.way} href={href} {...(external && { target: '_blank', rel: 'noopener noreferrer' })}>
      <span>{icon ? <Icon name={icon} /> : mark}</span>
      {children}
    </a>
  </li>
)

const BrandMark = ({ name }: { name: keyof typeof brandLogos }) => (
  <svg className={css.mark} data-mark viewBox="0 0 24 24" aria-hidden="true">
    <path d={brandLogos[name]} />
  </svg>
)
