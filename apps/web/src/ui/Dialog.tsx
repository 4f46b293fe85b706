import { useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { useBackCloses } from '#web/kernel/screen/overlay-history.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { useRootMark } from './use-root-mark.ts'
import { useSheetDrag } from './use-sheet-drag.ts'
import css from './Dialog.module.css'

const ART_WIDTH = 240
const ART_HEIGHT = 160

export interface DialogProps {
  title: string
  /** A word or two in small letters over the title: what is done to what it names. */
  over?: string
  /**
   * Esc, the cross, a tap beside the dialog and the browser's back all ask for it; whoever draws the dialog takes it
   * away.
   */
  onClose: () => void
  /** 300 × 280, 350 × 280 or 440 wide; always a sheet on phones. */
  size?: 's' | 'm' | 'l'
  /** For one that lies elsewhere where there is feature. */
  className?: string
  /** Stands before the cross: a way to what belongs to it. */
  tools?: ReactNode
  /** Stays in view under the title while the rest scrolls. */
  below?: ReactNode
  /** Stands before the title: a logo, a face. */
  picture?: ReactNode
  /** A drawing over the title, for a dialog that is one message: both stand in the middle. */
  art?: string
  /** A question that must be answered: read out at once, and without a cross. */
  alert?: boolean
  /** For a dialog that has its own way to cancel. */
  crossless?: boolean
  /** It is a screen with an address of its own, which the browser's back leaves by itself. */
  addressed?: boolean
  children: ReactNode
}

/**
 * Open as long as it is drawn. Focus goes to what is marked `data-autofocus`, else to the title, and back when it
 * closes.
 */
export const Dialog = ({
  title,
  over,
  onClose,
  size = 'l',
  className,
  tools,
  below,
  picture,
  art,
  alert = false,
  crossless = alert,
  addressed = false,
  children,
}: DialogProps) => {
  const { t } = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  useRootMark('held')
  useBackCloses(onClose, !addressed)
  useSheetDrag(dialog, onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const first = element?.querySelector<HTMLElement>('[data-autofocus]') ?? element?.querySelector('h2')
    first?.focus()
    // closing, not just vanishing, is what gives focus back
    return () => element?.close()
  }, [])

  // a drag that starts in a field and ends outside is no wish to leave
  const press = (event: PointerEvent) => {
    pressedBeside.current = event.target === dialog.current
  }
  const release = (event: PointerEvent) => {
    if (pressedBeside.current && event.target === dialog.current) onClose()
  }

  return (
    <dialog
      ref={dialog}
      className={classNames(css.dialog, className)}
      data-size={size}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      onCancel={event => {
        // React passes it on from a dialog within this one
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      // asked twice without a tap between, the browser closes it without a question
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
      onPointerDown={press}
      onPointerUp={release}
    >
      <div className={css.body}>
        <header className={css.head} data-art={art ? '' : undefined}>
          {art && <img src={art} alt="" width={ART_WIDTH} height={ART_HEIGHT} />}
          {picture}
          <h2 id={id} tabIndex={-1}>
            {over && (
              <>
                <small>{over}</small>{' '}
              </>
            )}
            {title}
          </h2>
          {tools}
          {!crossless && <IconButton icon="x" kind="soft" label={t('common.close')} onClick={onClose} />}
          {below}
        </header>
        {children}
      </div>
    </dialog>
  )
}
