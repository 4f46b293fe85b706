import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import type { BlockablePerson } from '#web/features/blocks/blocks.mutations.ts'
import type * as Asking from './BlockAsking.tsx'

const load = async () => {
  const [part] = await Promise.all([import('./BlockAsking.tsx'), loadTexts('blocks')])
  return part
}

/**
 * Asks for confirmation before a person is blocked; the dialog is loaded on first use. `onBlocked` runs once the server
 * has stored the block.
 */
export const useBlock = (onBlocked?: () => void): { ask: (person: BlockablePerson) => void; dialog: ReactNode } => {
  // Renders seldom: memoizing would be more code than rendering.
  'use no memo'
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<{ person: BlockablePerson; part: typeof Asking; open: boolean } | null>(null)
  const ask = useCallback(
    (person: BlockablePerson) => void load().then(part => setAsked({ person, part, open: true }), onLostPart),
    [],
  )
  return {
    ask,
    // Stays mounted after the dialog has closed, for the undo action.
    dialog: asked && (
      <asked.part.BlockAsking
        person={asked.person}
        open={asked.open}
        queryClient={queryClient}
        onClose={() => setAsked(before => before && { ...before, open: false })}
        onBlocked={onBlocked}
      />
    ),
  }
}
