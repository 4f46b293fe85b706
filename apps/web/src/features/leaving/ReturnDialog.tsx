import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useUndo } from './leaving.queries.ts'
import css from './LeaveDialog.module.css'

export interface ReturnDialogProps {
  community: { name: string; logoUri: string | null }
  /** Token of the mailed link. */
  token: string
  /** Opens the log-in once everything is restored. */
  onLogIn: () => void
  onClose: () => void
}

/** Opened by the link mailed to a departed member: one tap restores everything. */
export const ReturnDialog = ({ community, token, onLogIn, onClose }: ReturnDialogProps) => {
  const { t, explain } = useText()
  const undo = useUndo()
  const [isOver, setOver] = useState(false)
  const back = () =>
    undo.mutate(token, {
      onError: error => setOver(error instanceof ApiError && error.key === 'tokenexpired'),
    })
  return (
    <Dialog
      title={isOver ? t('leaving.return.late') : community.name}
      over={isOver ? community.name : t('leaving.return.over')}
      picture={<Avatar name={community.name} photoUri={community.logoUri} shape="place" />}
      onClose={onClose}
      addressed
    >
      {undo.data ? (
        <div className={css.form}>
          <Notice kind="calm" icon="check">
            {t('leaving.return.done')}
          </Notice>
          <Button kind="primary" icon="arrow-right" wide onClick={onLogIn}>
            {t('leaving.return.login')}
          </Button>
        </div>
      ) : isOver ? (
        <div className={css.form}>
          <p className={css.quiet}>{t('leaving.return.late.text')}</p>
          <Button kind="primary" icon="arrow-right" wide onClick={onLogIn}>
            {t('leaving.return.login')}
          </Button>
        </div>
      ) : (
        <div className={css.form}>
          {undo.error && (
            <Notice kind="danger" icon="circle-alert">
              {explain(undo.error)}
            </Notice>
          )}
          <p>{t('leaving.return.text')}</p>
          <Button kind="primary" icon="undo-2" wide busy={undo.isPending} onClick={back}>
            {t('leaving.return.yes')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
