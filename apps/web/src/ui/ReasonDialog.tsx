import { FLAGS_PER_DAY, MAX_REASON_LENGTH } from '@parvis/contract/feed.ts'
import { moderationRules, type ReportedKind } from '@parvis/contract/moderation.ts'
import { useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { acknowledged, ApiError } from '#web/kernel/http/api.ts'
import { isUnreached } from '#web/kernel/outbox/unreached.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { Chip, Chips } from './Chips.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Notice } from './Notice.tsx'
import { sendLater } from './send-later.ts'
import { showToast } from './toasts.ts'
import { beginWith } from './begin-with.ts'
import dialog from './Dialog.module.css'
import css from './ReasonDialog.module.css'

/** What somebody wants to report to the team. */
export interface Reported {
  kind: ReportedKind
  id: string
  /** What it is called, of what has a name. */
  name?: string
  /** Sends it; what it throws is told, and the dialog stays. */
  send: (reason: { reason?: string }) => Promise<{ _id: string }>
}

export interface ReasonDialogProps extends Reported {
  communityUri: string
  onClose: () => void
}

/** A wait that is longer is that of the limit of a day, not that of who taps too fast. */
const SHORT_WAIT_S = 3600

/** What was typed and not sent: a dialog that is closed by the way back has it still. */
const typed = new Map<string, string>()

/**
 * Asks for a report to the team whether it is meant, and why. It closes once the server has it, or once the device keeps
 * it until that can be reached.
 */
export const ReasonDialog = ({ kind, id, name = '', send, communityUri: c, onClose }: ReasonDialogProps) => {
  const { t, explain } = useText()
  const router = useRouter()
  const [reason, setReason] = useState(() => typed.get(id) ?? '')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ error: unknown; attempt: number } | null>(null)
  const write = (text: string) => {
    const short = text.slice(0, MAX_REASON_LENGTH)
    setReason(short)
    typed.set(id, short)
  }
  const rules = moderationRules.map(rule => t(`rules.rule.${rule}`))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailed(null)
    const words = reason.trim()
    const later = () =>
      sendLater({
        kind: 'report',
        id: `report ${id}`,
        place: `report ${id}`,
        payload: { kind, id, ...(words && { reason: words }) },
        about: name || words,
      })
    try {
      acknowledged(await send(words ? { reason: words } : {}))
      typed.delete(id)
      showToast({
        text: t('rules.report.done'),
        action: {
          label: t('rules.report.next'),
          onClick: () => void router.navigate({ to: '/$c/regles', params: { c }, hash: 'kept' }),
        },
      })
      onClose()
    } catch (error) {
      if (isUnreached(error) && (await later())) {
        typed.delete(id)
        return onClose()
      }
      setFailed(last => ({ error, attempt: (last?.attempt ?? 0) + 1 }))
      setBusy(false)
    }
  }
  return (
    <Dialog size="m" title={t(`rules.report.title.${kind}`, { name })} onClose={onClose}>
      <form className={css.form} onSubmit={event => void submit(event)}>
        <p>{t(`rules.report.text.${kind}`)}</p>
        <div className={css.rules}>
          <b aria-hidden="true">{t('rules.report.rules')}</b>
          <Chips label={t('rules.report.rules')} wrap>
            {rules.map(rule => (
              <Chip
                key={rule}
                kind="choice"
                on={reason.startsWith(rule)}
                onClick={() => write(beginWith(rule, reason, rules))}
              >
                {rule}
              </Chip>
            ))}
          </Chips>
        </div>
        <Field
          name="reason"
          label={
            <>
              {t('rules.report.reason')} <small>{t('rules.report.optional')}</small>
            </>
          }
          value={reason}
          onChange={write}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
        />
        {failed && (
          <Notice key={failed.attempt} kind="danger" icon="circle-alert">
            {isDayFull(failed.error)
              ? t('rules.report.most', { count: FLAGS_PER_DAY })
              : `${t('rules.report.failed')} ${explain(failed.error)}`}
          </Notice>
        )}
        <div className={dialog.acts}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" icon="flag" busy={busy}>
            {t('rules.report.yes')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const isDayFull = (error: unknown) =>
  error instanceof ApiError && error.key === 'toomanyrequests' && Number(error.params?.seconds) > SHORT_WAIT_S
