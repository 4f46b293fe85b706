import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { withTexts } from '#web/kernel/text/i18n.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import type { BlockablePerson } from '#web/features/blocks/blocks.mutations.ts'
import type * as Asking from './BlockPrompt.tsx'

const loadBlockPrompt = () => withTexts(import('./BlockPrompt.tsx'), 'blocks')

/** Asks for confirmation before blocking a person. `onBlocked` is called once the server has stored the block. */
export const useBlock = (
  onBlocked?: () => void,
): { askToBlock: (person: BlockablePerson) => void; dialog: ReactNode } => {
  // Renders rarely, so memoization would only add code.
  'use no memo'
  const queryClient = useQueryClient()
  const [prompt, setPrompt] = useState<{ person: BlockablePerson; part: typeof Asking; open: boolean } | null>(null)
  const askToBlock = useCallback(
    (person: BlockablePerson) =>
      void loadBlockPrompt().then(part => setPrompt({ person, part, open: true }), onChunkLoadFailed),
    [],
  )
  return {
    askToBlock,
    // The component stays mounted after its dialog has closed, because the toast it has shown offers to undo the block.
    dialog: prompt && (
      <prompt.part.BlockPrompt
        person={prompt.person}
        open={prompt.open}
        queryClient={queryClient}
        onClose={() => setPrompt(before => before && { ...before, open: false })}
        onBlocked={onBlocked}
      />
    ),
  }
}
