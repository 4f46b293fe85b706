import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { store, stored } from '#web/kernel/device/stored.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import css from './GuestDoor.module.css'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    hideTooltips: boolean
  }
}

export interface GuestDoorProps {
  /** Of whoever comes for the first time. */
  needsKey: boolean
  error: string | null
  attempt: number
  busy: boolean
  onEnter: (key: string) => void
}

/** Looking around without an account; where the community has a key, it is asked for. */
export const GuestDoor = ({ needsKey, error, attempt, busy, onEnter }: GuestDoorProps) => {
  const { t } = useText()
  const form = useRef<HTMLFormElement>(null)
  const [key, setKey] = useState('')
  const [asked, setAsked] = useState(false)
  const shown = asked || error !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(needsKey || shown)
    if (shown || !needsKey) onEnter(key.trim())
  }
  useEffect(() => {
    if (asked) form.current?.querySelector('input')?.focus()
  }, [asked])
  return (
    <form ref={form} className={css.door} onSubmit={submit} noValidate>
      <div className={css.rule}>{t('session.login.or')}</div>
      {shown && (
        <Field
          label={t('session.guest.key')}
          name="registerkey"
          icon="key-round"
          hint={t('session.guest.keyhint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={key}
          onChange={setKey}
          error={error}
          attempt={attempt}
        />
      )}
      <Button type="submit" kind="soft" icon="eye" wide busy={busy}>
        {t('session.guest.enter')}
      </Button>
      <GuestTip />
    </form>
  )
}

const GuestTip = () => {
  const { t } = useText()
  const [hidden, setHidden] = useState(() => stored('hideTooltips') !== null)
  if (hidden) return null
  const hide = () => {
    store('hideTooltips', true)
    setHidden(true)
  }
  return (
    <div className={css.tip}>
      <p>{t('session.guest.tip')}</p>
      <IconButton icon="x" label={t('session.guest.hidetips')} onClick={hide} />
    </div>
  )
}
