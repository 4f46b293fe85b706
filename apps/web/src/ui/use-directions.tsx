import { useState, type ReactNode } from 'react'
import { loadTexts } from '#web/kernel/text/i18n.ts'
import type { DirectionsDialogProps } from './DirectionsDialog.tsx'
import { onChunkLoadFailed } from './on-chunk-load-failed.ts'

const importDirectionsDialog = async () =>
  (await Promise.all([import('./DirectionsDialog.tsx'), loadTexts('frame')]))[0]

type Destination = Omit<DirectionsDialogProps, 'onClose'>

/** Opens the directions dialog, which is loaded on first use; the caller must render `dialog`. */
export const useDirections = (): { openDirections: (destination: Destination) => void; dialog: ReactNode } => {
  const [opened, setOpened] = useState<{
    part: Awaited<ReturnType<typeof importDirectionsDialog>>
    destination: Destination
  } | null>(null)
  const [openDirections] = useState(
    () => (destination: Destination) =>
      void importDirectionsDialog().then(part => setOpened({ part, destination }), onChunkLoadFailed),
  )
  return {
    openDirections,
    dialog: opened && <opened.part.DirectionsDialog {...opened.destination} onClose={() => setOpened(null)} />,
  }
}
