import { useId, useState, type MouseEvent } from 'react'
import { onChunkLoadFailed } from './on-chunk-load-failed.ts'

export interface MenuPanel {
  id: string
  onOpen: (open: boolean) => void
}

/**
 * A menu that loads once the pointer or the focus reaches its button. Spread `button` on that button; render the loaded
 * module `part` with `panel`.
 */
export const useMenu = <Part extends object>(load: () => Promise<Part>) => {
  const id = useId()
  const [part, setPart] = useState<Part | null>(null)
  const [open, setOpen] = useState(false)
  const loadMenu = (event: MouseEvent) => {
    if (part) return
    // The menu opens on mount; the browser's own toggle for the same click would close it again.
    event.preventDefault()
    load().then(setPart, onChunkLoadFailed)
  }
  const preload = () => void load().catch(() => {})
  return {
    part,
    panel: { id, onOpen: setOpen } satisfies MenuPanel,
    // Once the menu is mounted, the browser opens and closes it by `popoverTarget`.
    button: {
      popoverTarget: id,
      'aria-haspopup': 'menu',
      'aria-expanded': open,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: loadMenu,
    } as const,
  }
}
