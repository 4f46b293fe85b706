import type { Letter } from '@parvis/contract/admin.ts'
import { languages, type Language } from '@parvis/contract/language.ts'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useNow } from '#web/kernel/device/clock.ts'
import { printTranslators } from '#web/kernel/text/both-languages.ts'
import { formatsIn, useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import css from './LetterDialog.module.css'

export interface LetterDialogProps {
  letter: Letter & { home: string | null }
  community: { name: string; logoUri: string | null }
  onClose: () => void
}

/**
 * Print preview of an invitation letter. Its code cannot be shown again, so closing the dialog before printing needs a
 * confirmation.
 */
export const LetterDialog = ({ letter, community, onClose }: LetterDialogProps) => {
  const { t } = useText()
  const { dateUnlessToday: otherDay, time } = useFormat()
  const [progress, setProgress] = useState<'unprinted' | 'confirming-close' | 'printed'>('unprinted')
  const isConfirmingClose = progress === 'confirming-close'
  const close = () => (progress === 'unprinted' ? setProgress('confirming-close') : onClose())
  const print = () => {
    window.print()
    setProgress('printed')
  }
  return (
    <Dialog title={t('admin.letter.title')} onClose={close}>
      {isConfirmingClose ? (
        <Notice kind="danger" icon="triangle-alert">
          {t('admin.letter.leaving')}
        </Notice>
      ) : (
        <Notice icon="info">{t('admin.letter.once')}</Notice>
      )}
      <p className={css.code}>{letter.code}</p>
      <p>{t('admin.letter.until', { when: otherDay(letter.expiresAt) ?? time(letter.expiresAt) })}</p>
      <div className={css.acts}>
        <Button onClick={isConfirmingClose ? () => setProgress('unprinted') : close}>
          {t(isConfirmingClose ? 'admin.letter.stay' : 'admin.letter.done')}
        </Button>
        {isConfirmingClose ? (
          <Button kind="danger" onClick={onClose}>
            {t('admin.letter.leave')}
          </Button>
        ) : (
          <Button kind="primary" icon="printer" data-autofocus onClick={print}>
            {t('admin.letter.print')}
          </Button>
        )}
      </div>
      <LetterPage letter={letter} community={community} className={css.preview} />
      {createPortal(
        <div className={css.print}>
          <LetterPage letter={letter} community={community} />
        </div>,
        document.body,
      )}
    </Dialog>
  )
}

/** One A4 page: the French text large, the English text below. */
const LetterPage = ({
  letter,
  community: { name, logoUri },
  className,
}: Pick<LetterDialogProps, 'letter' | 'community'> & { className?: string }) => {
  const { host, pathname } = new URL(letter.link)
  const now = useNow()
  const until = (language: Language) => {
    const { dateUnlessToday: otherDay, time } = formatsIn(language, printTranslators[language], now)
    return otherDay(letter.expiresAt) ?? time(letter.expiresAt)
  }
  const values = { name, address: `${host}${pathname}` }
  const inBothLanguages = (
    key: 'print.letter.title' | 'print.letter.scan' | 'print.letter.type' | 'print.letter.until',
  ) =>
    languages
      .toSorted(language => (language === 'fr' ? -1 : 1))
      .map(language => (
        <span key={language} lang={language} className={language === 'fr' ? undefined : css.english}>
          {printTranslators[language](key, { ...values, when: until(language) })}
          {language === 'fr' && <br />}
        </span>
      ))
  return (
    <article
      data-paper
      className={classNames(css.page, className)}
      aria-label={printTranslators.fr('print.letter.title', values)}
      lang="fr"
    >
      <div>
        <header className={css.place}>
          {logoUri && <img src={`${logoUri}/card`} alt="" />}
          <span>{name}</span>
          {letter.home && <small>{letter.home}</small>}
        </header>
        <h3>{inBothLanguages('print.letter.title')}</h3>
        <div className={css.ways}>
          <QrCode className={css.qr} value={letter.link} label={printTranslators.fr('print.letter.qr')} />
          <p>{inBothLanguages('print.letter.scan')}</p>
        </div>
        <div className={css.typed}>
          <p>{inBothLanguages('print.letter.type')}</p>
          <strong>{letter.code}</strong>
        </div>
        <p className={css.foot}>{inBothLanguages('print.letter.until')}</p>
      </div>
    </article>
  )
}
