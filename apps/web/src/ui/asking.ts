import type { ReactNode } from 'react'
import type { IconName } from './icon-names.ts'

/** What somebody is asked who they are for, before it is done. */
export interface Asking {
  title: string
  text?: string
  action: string
  icon: IconName
  danger?: boolean
  onProved: () => Promise<unknown>
  onClose: () => void
}

/** Draws the dialog that asks for the password or the code: routes hand it to the features that need it. */
export type Ask = (asking: Asking) => ReactNode
