/** How wide a picture is drawn, for the browser to choose a stored size (`sizes`): a page that is opened first asks for it in the same words. */
export const photoSizes = {
  /** across the column */
  column: '(min-width: 50rem) 50rem, 100vw',
  /** two beside each other where there is room */
  half: '(min-width: 50rem) 25rem, 100vw',
  /** a slide of the landing */
  slide: '(min-width: 56.25rem) 36rem, 86vw',
} as const
