import { MOST_RENEWED } from '@parvis/contract/shells.ts'
import { renewPictures } from '@parvis/contract/media.ts'
import { call } from '../http/api.ts'
import { atServer } from './shell.ts'

const SIGNED = /\/media\/([\da-f-]{36})(\/\w+)?\?s=[^\s,]*/g

const TOGETHER_MS = 20

const idIn = (source: string) => [...source.matchAll(SIGNED)][0]?.[1]

/**
 * Signed addresses expire after some minutes. A failed picture is requested once more with a new address; if it fails
 * again, the viewer may not see it.
 */
export const renewFailedPictures = (): (() => void) => {
  /** By picture id: an element may get another picture. */
  const tried = new Map<HTMLImageElement, string>()
  let waiting = new Map<HTMLImageElement, string>()

  const giveUp = (image: HTMLImageElement) => image.dispatchEvent(new Event('error'))

  const renew = async (images: ReadonlyMap<HTMLImageElement, string>) => {
    const ids = [...new Set(images.values())]
    const renewed = new Map<string, string>()
    for (let at = 0; at < ids.length; at += MOST_RENEWED) {
      const some = await call(renewPictures, { query: { ids: ids.slice(at, at + MOST_RENEWED) } }).catch(() => [])
      for (const { _id, uri } of some) renewed.set(_id, uri.split('?')[1] ?? '')
    }
    for (const [image, id] of images) {
      const signature = renewed.get(id)
      tried.set(image, id)
      if (!signature) giveUp(image)
      else for (const name of ['srcset', 'src'] as const) resign(image, name, signature)
    }
  }

  const resign = (image: HTMLImageElement, name: 'src' | 'srcset', signature: string) => {
    const source = image.getAttribute(name)
    const signed = source?.replace(SIGNED, (_, id: string, size: string = '') => `/media/${id}${size}?${signature}`)
    if (signed) image.setAttribute(name, signed)
  }

  const heard = (event: Event) => {
    const image = event.target
    if (!(image instanceof HTMLImageElement)) return
    const id = idIn(image.getAttribute('src') ?? '')
    if (!id || !image.src.startsWith(atServer('/media/')) || tried.get(image) === id) return
    event.stopImmediatePropagation()
    if (waiting.size === 0)
      setTimeout(() => {
        const images = waiting
        waiting = new Map()
        void renew(images)
      }, TOGETHER_MS)
    waiting.set(image, id)
  }
  const came = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) tried.delete(target)
  }
  // Neither event bubbles.
  document.addEventListener('error', heard, true)
  document.addEventListener('load', came, true)
  return () => {
    document.removeEventListener('error', heard, true)
    document.removeEventListener('load', came, true)
  }
}
