import { afterEach, expect, test } from 'vitest'
import { reloadFailedPictures } from './failed-pictures.ts'

const images: HTMLImageElement[] = []
const loadPicture = async (attributes: Partial<HTMLImageElement>) => {
  const image = new Image()
  images.push(image)
  document.body.append(image)
  await new Promise(done => {
    image.onload = image.onerror = done
    Object.assign(image, attributes)
  })
  return image
}
afterEach(() => {
  for (const image of images.splice(0)) image.remove()
})

test('reloadFailedPictures requests failed pictures again, and no others', async () => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const loaded = await loadPicture({ src: canvas.toDataURL() })
  const failed = await loadPicture({ src: 'data:image/png;base64,AAAA' })
  const failedSrcset = await loadPicture({ srcset: 'data:image/png;base64,AAAA 1x' })
  const reloaded: EventTarget[] = []
  for (const image of images) {
    image.addEventListener('load', () => reloaded.push(image))
    image.addEventListener('error', () => reloaded.push(image))
  }
  reloadFailedPictures()
  await expect.poll(() => new Set(reloaded)).toEqual(new Set([failed, failedSrcset]))
  expect(reloaded).not.toContain(loaded)
})
