import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { useUndoDeparture } from './leaving.queries.ts'
import css from './LeaveDialog.module.css'

export interface ReturnDialogProps {
  community: { name: string; logoUri: string | null }
  /** Token of the link that was mailed to the departed member. */
  token: string
  /** Opens the log-in, after the departure is undone or when the link has expired. */
  onLogIn: () => void
  onClose: () => void
}

/** Opened by the link mailed to a departed member: one tap undoes the departure. */
export const ReturnDialog = ({ community, token, onLogIn, onClose }: ReturnDialogProps) => {
  const { t, explain } = useText()
  const undo = useUndoDeparture()
  const isExpired = undo.error instanceof ApiError && undo.error.key === 'tokenexpired'
  return (
    <Dialog
      title={isExpired ? t('leaving.return.late') : community.name}
      overline={isExpired ? community.name : t('leaving.return.over')}
      headerPicture={<Avatar name={community.name} photoUri={community.logoUri} subject="place" />}
      onClose={onClose}
      hasRoute
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
      ) : isExpired ? (
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
          <Button kind="primary" icon="undo-2" wide busy={undo.isPending} onClick={() => undo.mutate(token)}>
            {t('leaving.return.yes')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
