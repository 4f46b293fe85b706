import { useState } from 'react'
import { copy } from '#web/kernel/share/share.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Fold } from '#web/ui/Fold.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import type { FactorSetup } from './use-factor-setup.ts'
import css from './ScanStep.module.css'

/** The secret, to be scanned or typed, and the field for the first code of it. */
export const ScanStep = ({ setup }: { setup: FactorSetup }) => {
  const { t, explain } = useText()
  const { begun, beginFailed } = setup
  const [typing, setTyping] = useState(false)
  const [copied, setCopied] = useState<boolean | null>(null)
  if (beginFailed)
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
        {t('factor.setup.failed')} {explain(beginFailed)}
      </Notice>
    )
  if (!begun) return <SlowLoading />
  return (
    <>
      {setup.failed !== null && (
        <Notice key={setup.attempt} kind="danger" icon="circle-alert">
          {explain(setup.failed)}
        </Notice>
      )}
      <p>{t('factor.setup.scan')}</p>
      <div className={css.scan}>
        <QrCode className={css.qr} value={begun.uri} label={t('factor.setup.qr')} />
        <a className={css.open} href={begun.uri}>
          {t('factor.setup.open')}
        </a>
      </div>
      <Fold icon="key-round" label={t('factor.setup.type')} open={typing} onOpen={setTyping}>
        <div className={css.typed}>
          <p>{t('factor.setup.type.text')}</p>
          <p className={css.secret}>{begun.secret}</p>
          <Button size="s" icon={copied ? 'check' : 'copy'} onClick={() => void copy(begun.secret).then(setCopied)}>
            {t(copied ? 'factor.copied' : 'factor.setup.copy')}
          </Button>
          <p role="status">{copied === false && t('factor.notcopied')}</p>
        </div>
      </Fold>
      <Field
        label={t('factor.setup.code')}
        name="code"
        icon="smartphone"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        enterKeyHint="go"
        value={setup.code}
        onChange={setup.changeCode}
        error={setup.wrong}
        attempt={setup.attempt}
      />
    </>
  )
}
