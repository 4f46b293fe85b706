// A pixel density of 2 is enough for the eye: a phone with density 3 loads the size for 2.
const densePhone = '(max-width: 30rem) and (min-resolution: 2.5dppx) 55vw'

/** The rendered widths for the browser to choose a source (`sizes`). A page's preload must use the same text. */
export const photoSizes = {
  column: `${densePhone}, (min-width: 50rem) 50rem, 100vw`,
  half: `${densePhone}, (min-width: 50rem) 25rem, 100vw`,
  slide: `${densePhone}, (min-width: 56.25rem) 36rem, 86vw`,
} as const
