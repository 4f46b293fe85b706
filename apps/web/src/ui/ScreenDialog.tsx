import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { BareScreen } from './BareScreen.tsx'
import { PublicBar } from './PublicBar.tsx'
import { useRootAttribute } from './use-root-attribute.ts'

export interface ScreenDialogProps {
  /** The id of the dialog's heading, which receives focus when the dialog opens. */
  headingId: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A route shown as a modal dialog over the public bar: full screen on phones, elsewhere placed by `className`. */
export const ScreenDialog = ({ headingId, className, onClose, children }: ScreenDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useRootAttribute('held')
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>(`#${CSS.escape(headingId)}`)?.focus()
    return () => element?.close()
  }, [headingId])
  return (
    <BareScreen bar={<PublicBar homeTarget={{ to: '/' }} />}>
      <dialog
        ref={dialog}
        className={className}
        aria-labelledby={headingId}
        onCancel={event => {
          event.preventDefault()
          onClose()
        }}
        // Browsers close a dialog without a `cancel` event after a second Esc without other input.
        onClose={() => {
          if (!dialog.current?.open) onClose()
        }}
      >
        {children}
      </dialog>
    </BareScreen>
  )
}
