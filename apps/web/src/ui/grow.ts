import type { AnyRouter } from '@tanstack/react-router'

/**
 * The photo opened last. A shared view-transition name lets the browser animate it between its card and the full
 * screen.
 */
let opened: string | undefined

export const mayGrow = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Marks the photo that the next view transition starts from; only one on the page may have the name. */
export const growFrom = (card: HTMLElement, uri: string): void => {
  for (const before of document.querySelectorAll<HTMLElement>('[data-grows]')) delete before.dataset.grows
  card.dataset.grows = ''
  opened = uri
}

/** Whether a photo shrinks back into this card. */
export const growsFrom = (uri: string): boolean => uri === opened

/** Animates the router's next navigation, which goes back. */
export const shrinkNext = (router: Pick<AnyRouter, 'shouldViewTransition'>): void => {
  router.shouldViewTransition = mayGrow()
}
