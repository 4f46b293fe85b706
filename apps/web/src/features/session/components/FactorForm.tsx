import { checkFactorCode } from '@parvis/contract/second-factor.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toasts.ts'
import type { Door } from '../use-door.tsx'
import type { SendWithCode } from './LogInForm.tsx'
import css from './EntryForm.module.css'

export interface FactorFormProps {
  door: Door
  /** Repeats the refused request with the code. */
  send: SendWithCode
  onEntered: (user: SessionUser) => void
  onFailed: (error: unknown) => void
  onBack: () => void
}

/** Second step of a log-in: the code of the authenticator app, or a recovery code. */
export const FactorForm = ({ door, send, onEntered, onFailed, onBack }: FactorFormProps) => {
  const { t, explain } = useText()
  const form = useRef<HTMLFormElement>(null)
  const [recovers, setRecovers] = useState(false)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<{ text: string; attempt: number } | null>(null)
  const [busy, setBusy] = useState(false)
  const say = (text: string) => setWrong(last => ({ text, attempt: (last?.attempt ?? 0) + 1 }))
  const sayWrong = () => say(t(recovers ? 'factor.wrongrecovery' : 'errors.badcode'))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    door.clear()
    const broken = checkFactorCode(code)
    if (broken) return broken.key === 'codemissing' ? say(t('errors.codemissing')) : sayWrong()
    setBusy(true)
    try {
      const user = await send(code)
      const left = user.recoveryCodesLeft
      if (left !== undefined) showToast({ text: t('factor.left', { count: left }) })
      onEntered(user)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError)) onFailed(error)
      else if (error.key === 'badcode') sayWrong()
      else if (error.field === 'code') say(explain(error))
      else onFailed(error)
    }
  }
  const turn = () => {
    flushSync(() => setRecovers(!recovers))
    form.current?.querySelector('input')?.focus()
    setCode('')
    setWrong(null)
    door.clear()
  }
  return (
    <form ref={form} className={css.form} onSubmit={event => void submit(event)} noValidate>
      <p className={css.text}>{t(recovers ? 'factor.ask.recovery' : 'factor.ask')}</p>
      <Field
        // A new field, so that phones switch to the other keyboard.
        key={String(recovers)}
        label={t(recovers ? 'factor.recovery' : 'factor.code')}
        name="code"
        icon={recovers ? 'key-round' : 'smartphone'}
        inputMode={recovers ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize={recovers ? 'characters' : undefined}
        spellCheck={false}
        enterKeyHint="go"
        value={code}
        onChange={typed => {
          setCode(typed)
          setWrong(null)
        }}
        error={wrong?.text}
        attempt={wrong?.attempt}
      />
      <Button type="submit" kind="primary" wide busy={busy}>
        {t('factor.go')}
      </Button>
      <div className={css.ways}>
        <Button kind="quiet" onClick={turn}>
          {t(recovers ? 'factor.useapp' : 'factor.userecovery')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('entry.back')}
        </Button>
      </div>
      {recovers && <p className={css.text}>{t('factor.lost')}</p>}
    </form>
  )
}
