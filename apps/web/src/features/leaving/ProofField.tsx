import { useEffect, useRef } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { OwnershipProof } from './use-ownership-proof.ts'
import css from './LeaveDialog.module.css'

/**
 * Asks for the password, and for a code of the second factor where there is one. If the account has no password, asks
 * the viewer to open the mailed link.
 */
export const ProofField = ({
  proof,
  focused,
}: {
  proof: OwnershipProof
  /**
   * Whether the field receives the focus once rendered, because the dialog opens before the required proof is known.
   */
  focused?: boolean
}) => {
  const { t } = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) box.current?.querySelector('input')?.focus()
  }, [focused])
  const { method, password, error, code, submitCount, sent, setTypedPassword } = proof
  if (method === 'password')
    return (
      <div ref={box} className={css.form}>
        <Field
          label={t('leaving.proof.password')}
          name="currentpassword"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setTypedPassword}
          error={error}
          submitCount={submitCount}
        />
        {code && (
          <Field
            label={t('leaving.proof.code')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code.typed}
            onChange={proof.setTypedCode}
            error={code.error}
            submitCount={submitCount}
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
