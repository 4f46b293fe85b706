import { useId, useLayoutEffect, useRef, type PointerEvent, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { useCloseOnBack } from '#web/kernel/screen/overlay-history.ts'
import { classNames } from './class-names.ts'
import { IconButton } from './IconButton.tsx'
import { useRootAttribute } from './use-root-attribute.ts'
import { useSheetDrag } from './use-sheet-drag.ts'
import css from './Dialog.module.css'

const ILLUSTRATION_WIDTH = 240
const ILLUSTRATION_HEIGHT = 160

export interface DialogProps {
  title: string
  overline?: string
  /** Called by Esc, the close button, the backdrop and the browser's back; the parent then unmounts the dialog. */
  onClose: () => void
  /** In pixels: 300 × 280, 350 × 280 or 440 wide; always a bottom sheet on phones. */
  size?: 's' | 'm' | 'l'
  className?: string
  headerTools?: ReactNode
  /** Content that stays visible under the title while the rest scrolls. */
  subheader?: ReactNode
  headerPicture?: ReactNode
  illustrationUrl?: string
  /** For a question that must be answered: announced at once, and without a close button. */
  alert?: boolean
  hideClose?: boolean
  /** The dialog has its own URL, so the browser's back closes it without `useCloseOnBack`. */
  hasRoute?: boolean
  children: ReactNode
}

/** A modal dialog, open while mounted. Focuses `data-autofocus` or the title, and restores focus on close. */
export const Dialog = ({
  title,
  overline,
  onClose,
  size = 'l',
  className,
  headerTools,
  subheader,
  headerPicture,
  illustrationUrl,
  alert = false,
  hideClose = alert,
  hasRoute = false,
  children,
}: DialogProps) => {
  const { t } = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  useRootAttribute('held')
  useCloseOnBack(onClose, !hasRoute)
  useSheetDrag(dialog, onClose)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    const first = element?.querySelector<HTMLElement>('[data-autofocus]') ?? element?.querySelector('h2')
    first?.focus()
    // Unmounting alone does not restore focus; `close()` does.
    return () => element?.close()
  }, [])

  // A drag that starts in a field and ends on the backdrop must not close the dialog.
  const onPointerDown = (event: PointerEvent) => {
    pressedBackdrop.current = event.target === dialog.current
  }
  const onPointerUp = (event: PointerEvent) => {
    if (pressedBackdrop.current && event.target === dialog.current) onClose()
  }

  return (
    <dialog
      ref={dialog}
      className={classNames(css.dialog, className)}
      data-size={size}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={id}
      onCancel={event => {
        // Ignores the `cancel` event of nested dialogs, which React bubbles.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      // Browsers close a dialog without a `cancel` event after a second Esc without other input.
      onClose={() => {
        if (!dialog.current?.open) onClose()
      }}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
    >
      <div className={css.body}>
        <header className={css.head} data-art={illustrationUrl ? '' : undefined}>
          {illustrationUrl && (
            <img src={illustrationUrl} alt="" width={ILLUSTRATION_WIDTH} height={ILLUSTRATION_HEIGHT} />
          )}
          {headerPicture}
          <h2 id={id} tabIndex={-1}>
            {overline && (
              <>
                <small>{overline}</small>{' '}
              </>
            )}
            {title}
          </h2>
          {headerTools}
          {!hideClose && <IconButton icon="x" kind="soft" label={t('common.close')} onClick={onClose} />}
          {subheader}
        </header>
        {children}
      </div>
    </dialog>
  )
}
