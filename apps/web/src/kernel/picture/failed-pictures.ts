/** No browser retries by itself; setting the same source again triggers a new request. */
export const reloadFailedPictures = (): void => {
  for (const image of document.images) {
    if (!image.complete || image.naturalWidth > 0) continue
    if (image.srcset) image.srcset += ''
    else if (image.src) image.src += ''
  }
}
