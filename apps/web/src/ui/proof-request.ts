import type { ReactNode } from 'react'
import type { IconName } from './icon-names.ts'

/** An action that the member must confirm by password or second factor. */
export interface ProofRequest {
  title: string
  text?: string
  action: string
  icon: IconName
  danger?: boolean
  onIdentityProved: () => Promise<unknown>
  onClose: () => void
}

/** Renders the dialog that asks for the password or the second factor; routes pass this function to the features. */
export type RenderProofPrompt = (request: ProofRequest) => ReactNode
