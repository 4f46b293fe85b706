/**
 * Asks anew for the pictures of the page that could not be had: no browser does so by itself. Its sources set once more,
 * though to the same, are asked for again.
 */
export const askForLostPictures = (): void => {
  for (const image of document.images) {
    if (!image.complete || image.naturalWidth > 0) continue
    if (image.srcset) image.srcset += ''
    else if (image.src) image.src += ''
  }
}
