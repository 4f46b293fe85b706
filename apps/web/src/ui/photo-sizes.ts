// A phone with a pixel density of 3 loads the size for density 2, as the eye sees no difference.
const densePhone = '(max-width: 30rem) and (min-resolution: 2.5dppx) 55vw'

/** The `sizes` attributes, by which the browser chooses a source. The preload of a page must use the same values. */
export const photoSizes = {
  column: `${densePhone}, (min-width: 50rem) 50rem, 100vw`,
  half: `${densePhone}, (min-width: 50rem) 25rem, 100vw`,
  slide: `${densePhone}, (min-width: 56.25rem) 36rem, 86vw`,
} as const
