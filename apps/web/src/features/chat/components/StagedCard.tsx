import { useText } from '#web/kernel/text/i18n.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import typography from '#web/ui/typography.module.css'
import type { StagedAttachment } from '../use-composer.ts'
import { BlobImage } from '#web/ui/BlobImage.tsx'
import css from './StagedCard.module.css'

const textKeys = { photo: 'photo', picture: 'photo', place: 'place', video: 'video' } as const

/** Preview of the attachment of the message being written. */
export const StagedCard = ({ staged, onRemove }: { staged: StagedAttachment; onRemove: () => void }) => {
  const { t } = useText()
  return (
    <div className={css.staged}>
      {staged.kind === 'photo' && <BlobImage blob={staged.photo} alt="" />}
      {staged.kind === 'picture' && <img src={`${staged.media.uri}/thumb`} alt="" />}
      {(staged.kind === 'place' || staged.kind === 'video') && (
        <span className={css.icon}>
          <Icon name={staged.kind === 'place' ? 'map-pin' : 'play'} />
        </span>
      )}
      <div>
        <b>{t(`messages.staged.${textKeys[staged.kind]}`)}</b>
        <p className={typography.meta}>{staged.kind === 'video' ? staged.link : t('messages.staged.one')}</p>
      </div>
      <IconButton icon="x" label={t('messages.staged.remove')} onClick={onRemove} />
    </div>
  )
}
