import { useState, type ReactNode } from 'react'
import { DirectionsDialog, type DirectionsDialogProps } from './DirectionsDialog.tsx'

type Destination = Omit<DirectionsDialogProps, 'onClose'>

/** Opens the directions dialog; the caller must render `dialog`. */
export const useDirections = (): { openDirections: (destination: Destination) => void; dialog: ReactNode } => {
  const [destination, openDirections] = useState<Destination | null>(null)
  return {
    openDirections,
    dialog: destination && <DirectionsDialog {...destination} onClose={() => openDirections(null)} />,
  }
}
