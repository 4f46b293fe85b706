import { useState } from 'react'
import { createPortal } from 'react-dom'
import { copyText, downloadFile } from '#web/kernel/share/share.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import css from './RecoveryCodes.module.css'

export interface RecoveryCodesProps {
  /** Name of the owner, printed above the codes. */
  ownerName: string
  codes: readonly string[]
  /** True when the member is about to close codes that are not saved. */
  isWarned: boolean
  onSaved: () => void
}

const saveFile = (content: string, name: string) => {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/plain;charset=utf-8' }))
  downloadFile(url, name)
  // The URL is revoked after a minute, because the browser still has to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The recovery codes, which are shown only this once, with the ways to save them. */
export const RecoveryCodes = ({ ownerName, codes, isWarned, onSaved }: RecoveryCodesProps) => {
  const { t } = useText()
  const [copied, setCopied] = useState<boolean | null>(null)
  const title = t('factor.codes.head', { name: ownerName })
  const text = [title, t('factor.codes.once'), '', ...codes, ''].join('\n')
  const copyAll = async () => {
    const done = await copyText(text)
    setCopied(done)
    if (done) onSaved()
  }
  return (
    <>
      <Notice kind={isWarned ? 'danger' : 'attention'} icon={isWarned ? 'triangle-alert' : 'info'}>
        {t(isWarned ? 'factor.codes.leaving' : 'factor.codes.text')}
      </Notice>
      <ol className={css.codes} aria-label={t('factor.codes.list')}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={css.ways}>
        <Button icon={copied ? 'check' : 'copy'} onClick={() => void copyAll()}>
          {t(copied ? 'factor.copied' : 'factor.codes.copy')}
        </Button>
        <Button
          kind={isWarned ? 'primary' : 'soft'}
          icon="download"
          onClick={() => {
            saveFile(text, t('factor.codes.file'))
            onSaved()
          }}
        >
          {t('factor.codes.download')}
        </Button>
        <Button
          icon="printer"
          onClick={() => {
            window.print()
            onSaved()
          }}
        >
          {t('factor.codes.print')}
        </Button>
      </div>
      <p role="status">{copied === false && t('factor.notcopied')}</p>
      {createPortal(
        <div className={css.print} data-paper>
          <h1>{title}</h1>
          <p>{t('factor.codes.once')}</p>
          <ol>
            {codes.map(code => (
              <li key={code}>{code}</li>
            ))}
          </ol>
        </div>,
        document.body,
      )}
    </>
  )
}
