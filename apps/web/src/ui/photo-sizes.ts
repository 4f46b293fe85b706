// two pixels for one of the page are enough to the eye: a phone of three takes the size of two
const densePhone = '(max-width: 30rem) and (min-resolution: 2.5dppx) 55vw'

/**
 * How wide a picture is drawn, for the browser to choose a stored size (`sizes`): a page that is opened first asks for
 * it in the same words.
 */
export const photoSizes = {
  /** across the column */
  column: `${densePhone}, (min-width: 50rem) 50rem, 100vw`,
  /** two beside each other where there is room */
  half: `${densePhone}, (min-width: 50rem) 25rem, 100vw`,
  /** a slide of the landing */
  slide: `${densePhone}, (min-width: 56.25rem) 36rem, 86vw`,
} as const
