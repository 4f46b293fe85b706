import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { wantsFactor } from '../login-errors.ts'
import { isWholeCode, plainCode, writtenCode } from '../letter-code.ts'
import { useLinkEntry } from '../session.mutations.ts'
import type { EntryFormProps } from './LogInForm.tsx'
import css from './EntryForm.module.css'

/** Log-in with the code of a printed letter. */
export const CodeForm = ({
  community,
  door,
  onEntered,
  onFailed,
  onFactor,
  onBack,
}: EntryFormProps & { onBack: () => void }) => {
  const { t } = useText()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<{ text: string; attempt: number } | null>(null)
  const entry = useLinkEntry(community._id)
  const say = (text: string) => setWrong({ text, attempt: (wrong?.attempt ?? 0) + 1 })
  const fail = (error: unknown) => {
    if (wantsFactor(error)) onFactor(factor => entry.mutateAsync({ token: plainCode(code), code: factor }))
    else if (error instanceof ApiError && error.key === 'tokenexpired') say(t('entry.code.wrong'))
    else onFailed(error)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (entry.isPending) return
    if (!isWholeCode(code)) return say(t('entry.code.short'))
    door.enter(() => entry.mutate({ token: plainCode(code) }, { onSuccess: onEntered, onError: fail }))
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      <p className={css.text}>{t('entry.code.text')}</p>
      <Field
        label={t('entry.code.label')}
        name="code"
        icon="mail-open"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        value={code}
        onChange={typed => {
          setCode(writtenCode(typed))
          setWrong(null)
        }}
        error={wrong?.text}
        attempt={wrong?.attempt}
      />
      <div className={css.stack}>
        <Button type="submit" kind="primary" wide busy={entry.isPending}>
          {t('entry.go')}
        </Button>
        <Button kind="quiet" wide onClick={onBack}>
          {t('entry.back')}
        </Button>
      </div>
    </form>
  )
}
