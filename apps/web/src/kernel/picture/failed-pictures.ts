/** Retries failed images by setting their `src` again, because browsers do not retry by themselves. */
export const reloadFailedPictures = (): void => {
  for (const image of document.images) {
    if (!image.complete || image.naturalWidth > 0) continue
    if (image.srcset) image.srcset += ''
    else if (image.src) image.src += ''
  }
}
