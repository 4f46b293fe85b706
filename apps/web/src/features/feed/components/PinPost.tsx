import { type FeedPost, pinEvent, unpinEvent } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { serverTime } from '#web/kernel/device/clock.ts'
import { call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { MenuItem } from '#web/ui/Menu.tsx'
import { showErrorToast, showToast } from '#web/ui/toasts.ts'
import { Form } from '#web/ui/Form.tsx'
import { applyPost } from '../feed.live.ts'
import { isPinned } from '../feed.pinned.ts'
import css from './PinPost.module.css'

/**
 * Menu item that pins or unpins a post, for members who may do so, and the dialog of the item. `timezone` is the time
 * zone of the community.
 */
export const usePinPost = (post: FeedPost, timezone: string): { item: ReactNode; dialog: ReactNode } => {
  const { t } = useText()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { _id: id, abilities } = post
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: (pin: { until?: string } | null) =>
      pin ? call(pinEvent, { params: { id }, body: pin }) : call(unpinEvent, { params: { id } }),
    onSuccess: (changed, pin, _, { client }) => {
      applyPost(client, changed)
      setDialogOpen(false)
      showToast({ text: t(pin ? 'postacts.pin.done' : 'postacts.unpin.done') })
      // The card moves in the list and may lose the focus, which then moves to the start of the screen.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    // The pin dialog shows its own error beside the chosen day; only a failed unpinning needs a toast.
    onError: (refusal, pin) => pin || showErrorToast(refusal),
  })
  const toggleDialog = (isOpen: boolean) => {
    reset()
    setDialogOpen(isOpen)
  }
  if (!abilities.pin) return { item: null, dialog: null }
  return {
    item: isPinned(post) ? (
      <MenuItem icon="pin-off" onClick={() => mutate(null)}>
        {t('postacts.unpin')}
      </MenuItem>
    ) : (
      <MenuItem icon="pin" onClick={() => toggleDialog(true)}>
        {t('postacts.pin')}
      </MenuItem>
    ),
    dialog: isDialogOpen && (
      <PinDialog
        timezone={timezone}
        busy={isPending}
        refusal={error}
        onClose={() => toggleDialog(false)}
        onPin={until => mutate({ until })}
      />
    ),
  }
}

interface PinDialogProps {
  timezone: string
  busy: boolean
  /** Error of the last attempt to pin. */
  refusal: Error | null
  onClose: () => void
  onPin: (until: string | undefined) => void
}

const PinDialog = ({ timezone, busy, refusal, onClose, onPin }: PinDialogProps) => {
  const { t, explain } = useText()
  const [until, setUntil] = useState('')
  const [submitCount, setAttempt] = useState(0)
  const [today] = useState(() => dayAt(serverTime(), timezone))
  const isPast = until !== '' && until < today
  const submit = () => {
    setAttempt(submitCount + 1)
    if (!isPast) onPin(until || undefined)
  }
  return (
    <Dialog size="m" title={t('postacts.pin.title')} onClose={onClose}>
      <Form className={css.form} onSubmit={submit}>
        <p className={css.text}>{t('postacts.pin.text')}</p>
        <Field
          name="until"
          type="date"
          label={
            <>
              {t('postacts.pin.until')} <small>{t('postacts.optional')}</small>
            </>
          }
          value={until}
          onChange={setUntil}
          min={today}
          error={submitCount > 0 && isPast ? t('postacts.pin.past') : refusal && explain(refusal)}
          submitCount={submitCount}
          hint={t('postacts.pin.hint')}
        />
        <div className={css.acts}>
          <Button onClick={onClose}>{t('postacts.cancel')}</Button>
          <Button kind="primary" type="submit" icon="pin" busy={busy}>
            {t('postacts.pin.yes')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
