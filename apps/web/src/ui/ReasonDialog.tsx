import { FLAGS_PER_DAY, MAX_REASON_LENGTH, type ReportBody } from '@parvis/contract/feed.ts'
import { moderationRules, type ModerationRule, type ReportedKind } from '@parvis/contract/moderation.ts'
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
import dialog from './Dialog.module.css'
import css from './ReasonDialog.module.css'

/** What a member wants to report to the team. */
export interface Reported {
  kind: ReportedKind
  id: string
  /** The name of a person or a thing that has one. */
  name?: string
  /** Sends the report; if it throws, the dialog stays open and shows the error. */
  send: (why: ReportBody) => Promise<{ _id: string }>
}

export interface ReasonDialogProps extends Reported {
  communityUri: string
  onClose: () => void
}

/** A longer wait comes from the daily limit, not from the short-term rate limit. */
const SHORT_WAIT_S = 3600

interface Draft {
  rule?: ModerationRule | undefined
  reason: string
}

/** Unsent input by subject, kept when the dialog is closed by going back. */
const drafts = new Map<string, Draft>()

/**
 * Asks for the reason of a report to the team. Closes once the server has stored it, or the outbox if the server cannot
 * be reached.
 */
export const ReasonDialog = ({ kind, id, name = '', send, communityUri: c, onClose }: ReasonDialogProps) => {
  const { t, explain } = useText()
  const router = useRouter()
  const [{ rule: chosen, reason }, setDraft] = useState<Draft>(() => drafts.get(id) ?? { reason: '' })
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<{ error: unknown; attempt: number } | null>(null)
  const write = (change: Partial<Draft>) => {
    const draft = { rule: chosen, reason, ...change }
    setDraft(draft)
    drafts.set(id, draft)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFailed(null)
    const words = reason.trim()
    const why = { ...(chosen && { rule: chosen }), ...(words && { reason: words }) }
    const later = () =>
      sendLater({
        kind: 'report',
        id: `report ${id}`,
        place: `report ${id}`,
        payload: { kind, id, ...why },
        about: name || words || (chosen ? t(`rules.rule.${chosen}`) : ''),
      })
    try {
      acknowledged(await send(why))
      drafts.delete(id)
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
        drafts.delete(id)
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
            {moderationRules.map(rule => (
              <Chip
                key={rule}
                kind="choice"
                on={rule === chosen}
                onClick={() => write({ rule: rule === chosen ? undefined : rule })}
              >
                {t(`rules.rule.${rule}`)}
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
          onChange={text => write({ reason: text.slice(0, MAX_REASON_LENGTH) })}
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
