import { useId, useState, type MouseEvent } from 'react'
import { onLostPart } from './lost-part.ts'

export interface MenuPanel {
  id: string
  onOpen: (open: boolean) => void
}

/**
 * A menu that is fetched when it is asked for: `button` goes to the button that opens it, and what `load` gave stands
 * in `part` from then on, to be drawn with `panel`.
 */
export const useMenu = <Part extends object>(load: () => Promise<Part>) => {
  const id = useId()
  const [part, setPart] = useState<Part | null>(null)
  const [open, setOpen] = useState(false)
  const ask = (event: MouseEvent) => {
    if (part) return
    // the menu opens as it comes; if that is at once, the browser would close it again for this very tap
    event.preventDefault()
    load().then(setPart, onLostPart)
  }
  return {
    part,
    panel: { id, onOpen: setOpen } satisfies MenuPanel,
    // once the menu is there the browser itself opens and closes it
    button: { popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open, onClick: ask } as const,
  }
}
