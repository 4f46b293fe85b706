import {
  breaksOfDecision,
  MAX_STATEMENT_LENGTH,
  moderationRules,
  type ModerationRule,
} from '@parvis/contract/moderation.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Notice } from './Notice.tsx'
import { Select } from './Select.tsx'
import { showToast } from './toasts.ts'
import dialog from './Dialog.module.css'
import css from './ReasonDialog.module.css'

/** The rule and the reason sent to the author. */
export interface RemovalWords {
  rule: ModerationRule
  reason: string
}

export interface RemovalDialogProps {
  title: string
  /** The author's name. */
  name: string
  /**
   * Removes the content and unmounts the dialog; if it throws, the dialog stays open with its input and shows the
   * error.
   */
  onSend: (words: RemovalWords) => Promise<unknown>
  onClose: () => void
}

/** The team removes a member's content: asks for the rule and the reason, both of which the author reads. */
export const RemovalDialog = ({ title, name, onSend, onClose }: RemovalDialogProps) => {
  const { t, explain } = useText()
  const [rule, setRule] = useState<ModerationRule | ''>('')
  const [reason, setReason] = useState('')
  const [broken, setBroken] = useState<readonly ApiError[]>([])
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<unknown>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const takeAway = async (words: RemovalWords) => {
    setBusy(true)
    setFailed(null)
    try {
      await onSend(words)
    } catch (error) {
      // Whoever has closed the dialog meanwhile believes that it worked.
      if (isLeft.current) showToast({ kind: 'error', text: `${t('rules.removal.failed')} ${explain(error)}` })
      setFailed(error)
      setBusy(false)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const breaks = breaksOfDecision({ decision: 'remove', rule: rule || null, reason })
    if (breaks.length === 0 && rule) {
      setBroken([])
      return void takeAway({ rule, reason: reason.trim() })
    }
    setBroken(breaks.map(wrong => new ApiError(wrong.key, 400, wrong)))
    setAttempt(before => before + 1)
  }
  const errorOf = (field: string) => {
    const error = broken.find(one => one.field === field)
    return error ? explain(error) : null
  }
  const mend = (field: string) => setBroken(before => before.filter(one => one.field !== field))
  return (
    <Dialog size="m" title={title} onClose={onClose}>
      <form className={css.form} noValidate onSubmit={send}>
        <p>{t('rules.removal.text', { name })}</p>
        <Select<ModerationRule | ''>
          name="rule"
          label={t('rules.removal.rule')}
          value={rule}
          options={[
            { value: '', label: t('rules.removal.choose') },
            ...moderationRules.map(one => ({ value: one, label: t(`rules.rule.${one}`) })),
          ]}
          error={errorOf('rule')}
          attempt={attempt}
          onChange={chosen => {
            setRule(chosen)
            mend('rule')
          }}
        />
        <Field
          name="reason"
          label={t('rules.removal.reason')}
          hint={t('rules.removal.reason.hint', { name })}
          value={reason}
          error={errorOf('reason')}
          attempt={attempt}
          rows={3}
          maxLength={MAX_STATEMENT_LENGTH}
          onChange={typed => {
            setReason(typed)
            mend('reason')
          }}
        />
        {failed !== null && (
          <Notice kind="danger" icon="circle-alert">
            {t('rules.removal.failed')} {explain(failed)}
          </Notice>
        )}
        <div className={dialog.acts}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" type="submit" icon="trash" busy={busy}>
            {t('rules.removal.yes')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
