import type { AnyRouter } from '@tanstack/react-router'

/**
 * The photo that was opened last: under one name, the browser makes one movement of it in its card and filling the
 * screen.
 */
let opened: string | undefined

export const mayGrow = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Says at the tap that this is the photo to grow, and no other on the page. */
export const growFrom = (card: HTMLElement, uri: string): void => {
  for (const before of document.querySelectorAll<HTMLElement>('[data-grows]')) delete before.dataset.grows
  card.dataset.grows = ''
  opened = uri
}

/** Whether it is into this one that a photo shrinks back. */
export const growsFrom = (uri: string): boolean => uri === opened

/** Makes the router's next way, which leads back, a movement too. */
export const shrinkNext = (router: Pick<AnyRouter, 'shouldViewTransition'>): void => {
  router.shouldViewTransition = mayGrow()
}
