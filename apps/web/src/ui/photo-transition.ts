import type { AnyRouter } from '@tanstack/react-router'

/** The photo opened last, which a shared view-transition name animates between its card and the full screen. */
let openedUri: string | undefined

export const canAnimate = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Marks the photo from which the next view transition starts; only one element may have the transition name. */
export const markTransitionPhoto = (card: HTMLElement, uri: string): void => {
  for (const previous of document.querySelectorAll<HTMLElement>('[data-grows]')) delete previous.dataset.grows
  card.dataset.grows = ''
  openedUri = uri
}

export const isTransitionPhoto = (uri: string): boolean => uri === openedUri

/** Animates the router's next navigation, with which the full-screen photo closes. */
export const animateNextBack = (router: Pick<AnyRouter, 'shouldViewTransition'>): void => {
  router.shouldViewTransition = canAnimate()
}
