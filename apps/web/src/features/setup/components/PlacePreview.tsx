import { useId } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { type SetupDraft, uriOfDraft } from '../setup-draft.ts'
import { signPictures } from '../signs.ts'
import css from './PlacePreview.module.css'

export interface PlacePreviewProps {
  draft: SetupDraft
  host: string
  /** URL of the founder's own picture; null when one of the built-in pictures is used. */
  logo: string | null
}

/** Preview of the community's landing page while its founder fills in the form. */
export const PlacePreview = ({ draft, host, logo }: PlacePreviewProps) => {
  const { t } = useText()
  const id = useId()
  const enteredName = draft.name.trim()
  const name = enteredName || t('setup.preview.name')
  return (
    <aside className={css.aside} aria-labelledby={id}>
      <p id={id} className={css.label}>
        <Icon name="eye" size="s" />
        {t('setup.preview')}
      </p>
      <Card className={css.door}>
        <img className={css.sign} src={logo ?? signPictures[draft.sign]} alt="" />
        <h2 dir="auto">{name}</h2>
        <p>{[t(`setup.kind.${draft.type}`), draft.city.trim()].filter(Boolean).join(' · ')}</p>
        <p className={css.address}>
          <Icon name="globe" size="s" />
          <span>
            {host}/{uriOfDraft(draft) || '…'}
          </span>
        </p>
        <span className={css.join} aria-hidden="true">
          {enteredName ? t('setup.preview.join', { name: enteredName }) : t('setup.preview.join.nobody')}
        </span>
      </Card>
      <p className={css.note}>
        <Icon name="book-open" size="s" />
        <span>{t('setup.preview.starts')}</span>
      </p>
    </aside>
  )
}
