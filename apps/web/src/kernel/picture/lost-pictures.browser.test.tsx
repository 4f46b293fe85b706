import { afterEach, expect, test } from 'vitest'
import { askForLostPictures } from './lost-pictures.ts'

const made: HTMLImageElement[] = []
const picture = async (attributes: Partial<HTMLImageElement>) => {
  const image = new Image()
  made.push(image)
  document.body.append(image)
  await new Promise(done => {
    image.onload = image.onerror = done
    Object.assign(image, attributes)
  })
  return image
}
afterEach(() => {
  for (const image of made.splice(0)) image.remove()
})

test('requests failed pictures again, and no others', async () => {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const there = await picture({ src: canvas.toDataURL() })
  const lost = await picture({ src: 'data:image/png;base64,AAAA' })
  const lostInSizes = await picture({ srcset: 'data:image/png;base64,AAAA 1x' })
  const asked: EventTarget[] = []
  for (const image of made) {
    image.addEventListener('load', () => asked.push(image))
    image.addEventListener('error', () => asked.push(image))
  }
  askForLostPictures()
  await expect.poll(() => new Set(asked)).toEqual(new Set([lost, lostInSizes]))
  expect(asked).not.toContain(there)
})
