import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { BareScreen } from './BareScreen.tsx'
import { OuterBar } from './OuterBar.tsx'
import { useRootMark } from './use-root-mark.ts'

export interface ScreenDialogProps {
  /** The id of its heading, which takes the focus. */
  heading: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/**
 * A screen with an address of its own that lies over the product's bar: whole on phones, and as its class says where
 * there is feature.
 */
export const ScreenDialog = ({ heading, className, onClose, children }: ScreenDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useRootMark('held')
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>(`#${CSS.escape(heading)}`)?.focus()
    return () => element?.close()
  }, [heading])
  return (
    <BareScreen bar={<OuterBar home={{ to: '/' }} />}>
      <dialog
        ref={dialog}
        className={className}
        aria-labelledby={heading}
        onCancel={event => {
          event.preventDefault()
          onClose()
        }}
        // asked twice without a tap between, the browser closes it without a question
        onClose={() => {
          if (!dialog.current?.open) onClose()
        }}
      >
        {children}
      </dialog>
    </BareScreen>
  )
}
