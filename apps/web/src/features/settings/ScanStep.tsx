import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { copyText } from '#web/kernel/share/share.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonAnchor } from '#web/ui/ButtonLink.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Collapsible } from '#web/ui/Collapsible.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import type { FactorSetup } from './use-factor-setup.ts'
import css from './ScanStep.module.css'

/** Shows the secret of the second factor, to be scanned or typed, with the field for the first code. */
export const ScanStep = ({ setup }: { setup: FactorSetup }) => {
  const { t, explain } = useText()
  const { begun, secretError } = setup
  const [isUnfolded, setIsUnfolded] = useState(false)
  // A phone cannot scan its own screen, so on phones a link to the authenticator app comes first.
  const [isPhone] = useState(() => matchMedia('(pointer: coarse)').matches)
  if (secretError instanceof ApiError && secretError.key === 'proofneeded')
    return <Notice icon="shield-check">{t('factor.setup.again')}</Notice>
  if (secretError)
    return (
      <Notice
        kind="danger"
        icon="circle-alert"
        action={
          <Button size="s" onClick={setup.beginAgain}>
            {t('common.retry')}
          </Button>
        }
      >
        {t('factor.setup.failed')} {explain(secretError)}
      </Notice>
    )
  if (!begun) return <SlowLoading />
  const qr = <QrCode className={css.qr} value={begun.uri} label={t('factor.setup.qr')} />
  return (
    <>
      {setup.formError && (
        <Notice key={setup.submitCount} kind="danger" icon="circle-alert">
          {setup.formError}
        </Notice>
      )}
      {isPhone ? (
        <>
          <p>{t('factor.setup.open.text')}</p>
          <ButtonAnchor kind="primary" wide icon="smartphone" href={begun.uri}>
            {t('factor.setup.open')}
          </ButtonAnchor>
          <TypedKey text={t('factor.setup.here')} secret={begun.secret} />
          <Collapsible icon="qr-code" label={t('factor.setup.elsewhere')} open={isUnfolded} onToggle={setIsUnfolded}>
            <p>{t('factor.setup.scan')}</p>
            {qr}
          </Collapsible>
        </>
      ) : (
        <>
          <p>{t('factor.setup.scan')}</p>
          {qr}
          <Collapsible icon="key-round" label={t('factor.setup.type')} open={isUnfolded} onToggle={setIsUnfolded}>
            <TypedKey text={t('factor.setup.type.text')} secret={begun.secret} />
          </Collapsible>
        </>
      )}
      <Field
        label={t('factor.setup.code')}
        name="code"
        icon="smartphone"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        enterKeyHint="go"
        value={setup.code}
        onChange={setup.setTypedCode}
        error={setup.errorOf('code')}
        submitCount={setup.submitCount}
      />
    </>
  )
}

const TypedKey = ({ text, secret }: { text: string; secret: string }) => {
  const { t } = useText()
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <div className={css.typed}>
      <p>{text}</p>
      <p className={css.secret}>{secret}</p>
      <Button size="s" icon={copied ? 'check' : 'copy'} onClick={() => void copyText(secret).then(setCopied)}>
        {t(copied ? 'factor.copied' : 'factor.setup.copy')}
      </Button>
      <p role="status">{copied === false && t('factor.notcopied')}</p>
    </div>
  )
}
