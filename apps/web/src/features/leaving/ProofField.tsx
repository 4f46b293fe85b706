import { useEffect, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { OwnershipProof } from './use-ownership-proof.ts'
import css from './LeaveDialog.module.css'

/** Asks for the password, with a code of the second factor where there is one, or for the link that was mailed. */
export const ProofField = ({
  proof,
  focused,
}: {
  proof: OwnershipProof
  /** Takes the focus once rendered, since the dialog opens before the required proof is known. */
  focused?: boolean
}) => {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) box.current?.querySelector('input')?.focus()
  }, [focused])
  const { method, password, error, code, attempt, sent, changePassword } = proof
  if (method === 'password')
    return (
      <div ref={box} className={css.form}>
        <Field
          label={t('leaving.proof.password')}
          name="currentpassword"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={changePassword}
          error={error}
          attempt={attempt}
        />
        {code && (
          <Field
            label={t('leaving.proof.code')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code.typed}
            onChange={proof.changeCode}
            error={code.error}
            attempt={attempt}
          />
        )}
      </div>
    )
  if (method !== 'mail') return null
  return sent ? (
    <Notice kind="calm" icon="mail">
      {t('leaving.proof.sent')}
    </Notice>
  ) : (
    <p>{t('leaving.proof.mail')}</p>
  )
}
