import type { QueryClient } from '@tanstack/react-query'
import { type BlockablePerson, useBlockActions } from '#web/features/blocks/blocks.mutations.ts'
import { BlockDialog } from '#web/features/blocks/components/BlockDialog.tsx'
import { hidePerson } from '../session/hide-person.ts'

export interface BlockPromptProps {
  person: BlockablePerson
  open: boolean
  queryClient: QueryClient
  onClose: () => void
  onBlocked: (() => void) | undefined
}

export const BlockPrompt = ({ person, open, queryClient, onClose, onBlocked }: BlockPromptProps) => {
  const { block } = useBlockActions((id, blocked) => {
    hidePerson(queryClient, id, blocked)
    if (blocked) onBlocked?.()
  })
  if (!open) return null
  return (
    <BlockDialog
      person={person}
      onClose={onClose}
      onBlock={() => {
        onClose()
        block(person)
      }}
    />
  )
}
