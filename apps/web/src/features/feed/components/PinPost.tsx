import { type LiveEvent, pinEvent, unpinEvent } from '@parvis/contract/feed.ts'
import { dayAt } from '@parvis/contract/past-event.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { serverTime } from '#web/kernel/device/clock.ts'
import { call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { MenuItem } from '#web/ui/Menu.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { putEvent } from '../feed.live.ts'
import { tellFailure } from '../feed.mutations.ts'
import { isPinned } from '../feed.sections.ts'
import css from './PinPost.module.css'

/**
 * The item of a post's menu that pins it to the top, or takes it down, for who may; and its dialog. `timezone` is the
 * community's.
 */
export const usePinPost = (post: LiveEvent, timezone: string): { item: ReactNode; dialog: ReactNode } => {
  const { t } = useText()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { _id: id, abilities } = post
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: (pin: { until?: string } | null) =>
      pin ? call(pinEvent, { params: { id }, body: pin }) : call(unpinEvent, { params: { id } }),
    onSuccess: (changed, pin) => {
      putEvent(queryClient, changed)
      setAsking(false)
      showToast({ text: t(pin ? 'postacts.pin.done' : 'postacts.unpin.done') })
      // the card that had the focus has gone to another place: who pressed by key stands at the beginning of the screen
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
      })
    },
    // a refused pin is told in its dialog, where what was chosen still stands
    onError: (refusal, pin) => pin || tellFailure(refusal),
  })
  const ask = (isAsked: boolean) => {
    reset()
    setAsking(isAsked)
  }
  if (!abilities.pin) return { item: null, dialog: null }
  return {
    item: isPinned(post) ? (
      <MenuItem icon="pin-off" onClick={() => mutate(null)}>
        {t('postacts.unpin')}
      </MenuItem>
    ) : (
      <MenuItem icon="pin" onClick={() => ask(true)}>
        {t('postacts.pin')}
      </MenuItem>
    ),
    dialog: asking && (
      <PinDialog
        timezone={timezone}
        busy={isPending}
        refusal={error}
        onClose={() => ask(false)}
        onPin={until => mutate({ until })}
      />
    ),
  }
}

interface PinDialogProps {
  timezone: string
  busy: boolean
  /** Why the last try came to nothing. */
  refusal: Error | null
  onClose: () => void
  onPin: (until: string | undefined) => void
}

const PinDialog = ({ timezone, busy, refusal, onClose, onPin }: PinDialogProps) => {
  const { t, explain } = useText()
  const [until, setUntil] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [today] = useState(() => dayAt(serverTime(), timezone))
  const isPast = until !== '' && until < today
  const send = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (!isPast) onPin(until || undefined)
  }
  return (
    <Dialog size="m" title={t('postacts.pin.title')} onClose={onClose}>
      <form className={css.form} onSubmit={send} noValidate>
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
          error={attempt > 0 && isPast ? t('postacts.pin.past') : refusal && explain(refusal)}
          attempt={attempt}
          hint={t('postacts.pin.hint')}
        />
        <div className={css.acts}>
          <Button onClick={onClose}>{t('postacts.cancel')}</Button>
          <Button kind="primary" type="submit" icon="pin" busy={busy}>
            {t('postacts.pin.yes')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
