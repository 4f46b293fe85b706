import { useNavigate } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Tile } from '#web/ui/Tile.tsx'
import { pathOfKind } from './kinds.ts'
import type { PublishKind } from './template-tiles.ts'
import css from './PublishSheet.module.css'

const tilesByKind = {
  Activity: { picto: 'clinking-glasses', hue: 'share' },
  Proposal: { picto: 'handshake', hue: 'help' },
  Template: { picto: 'loudspeaker', hue: 'notice' },
  Post: { picto: 'memo', hue: 'move' },
} as const satisfies Record<PublishKind, { picto: string; hue: string }>

export interface PublishSheetProps {
  communityUri: string
  kinds: readonly PublishKind[]
  onClose: () => void
}

/** Dialog to choose the type of post to publish. */
export const PublishSheet = ({ communityUri, kinds, onClose }: PublishSheetProps) => {
  const { t } = useText()
  const navigate = useNavigate()
  const choose = (kind: PublishKind) => {
    onClose()
    void navigate({ to: pathOfKind[kind], params: { c: communityUri } })
  }
  return (
    <Dialog title={t('templates.sheet.title')} onClose={onClose}>
      <ul className={css.kinds}>
        {kinds.map(kind => (
          <li key={kind}>
            <button type="button" className={css.kind} onClick={() => choose(kind)}>
              <Tile {...tilesByKind[kind]} />
              <span>
                <b>{t(`templates.sheet.${kind}`)}</b>
                <small>{t(`templates.sheet.${kind}.text`)}</small>
              </span>
              <Icon name="chevron-right" size="s" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
