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
  /** A word or two in small letters above the title: the action on what the title names. */
  over?: string
  /**
   * Called by Esc, the close button, a click on the backdrop and the browser's back; the parent then unmounts the
   * dialog.
   */
  onClose: () => void
  /** 300 × 280, 350 × 280 or 440 wide; always a bottom sheet on phones. */
  size?: 's' | 'm' | 'l'
  /** For a different position on wide screens. */
  className?: string
  /** Rendered before the close button. */
  tools?: ReactNode
  /** Stays visible under the title while the content scrolls. */
  below?: ReactNode
  /** Rendered before the title: a logo or an avatar. */
  picture?: ReactNode
  /** A drawing above the title, for a dialog with a single message; both are centred. */
  art?: string
  /** A question that must be answered: announced at once, and without a close button. */
  alert?: boolean
  /** For a dialog that has its own cancel button. */
  crossless?: boolean
  /** The dialog is a route of its own, so the browser's back leaves it anyway. */
  addressed?: boolean
  children: ReactNode
}

/**
 * A modal dialog, open while mounted. Focus goes to the element with `data-autofocus`, otherwise to the title, and is
 * restored on close.
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
    // Only `close()` restores focus; unmounting does not.
    return () => element?.close()
  }, [])

  // A drag that starts in a field and ends outside must not close the dialog.
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
        // React bubbles `cancel` from nested dialogs.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      // After a second Esc without user activation, browsers close the dialog without a `cancel` event.
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
