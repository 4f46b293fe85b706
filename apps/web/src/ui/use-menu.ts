import { useId, useState, type MouseEvent } from 'react'
import { onChunkLoadFailed } from './on-chunk-load-failed.ts'

export interface MenuPanel {
  id: string
  onOpen: (open: boolean) => void
}

/** A lazily loaded menu: spread `button` on its button; render the loaded `part` with `panel`. */
export const useMenu = <Part extends object>(load: () => Promise<Part>) => {
  const id = useId()
  const [part, setPart] = useState<Part | null>(null)
  const [open, setOpen] = useState(false)
  const loadMenu = (event: MouseEvent) => {
    if (part) return
    // The menu opens on mount; without this, the browser would close it again for the same click.
    event.preventDefault()
    load().then(setPart, onChunkLoadFailed)
  }
  return {
    part,
    panel: { id, onOpen: setOpen } satisfies MenuPanel,
    // Once the menu exists, the browser itself opens and closes it.
    button: { popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open, onClick: loadMenu } as const,
  }
}
