import { MAX_RENEWED_PICTURES } from '@parvis/contract/shells.ts'
import { renewPictureUrls } from '@parvis/contract/media.ts'
import { call } from '../http/api.ts'
import { serverUrl } from './shell.ts'

const SIGNED_ADDRESS = /\/media\/([\da-f-]{36})(\/\w+)?\?s=[^\s,]*/g

const BATCH_MS = 20

const idIn = (source: string) => [...source.matchAll(SIGNED_ADDRESS)][0]?.[1]

/** Signed picture URLs expire after some minutes: a picture that fails to load is requested again with a new URL. */
export const renewFailedPictures = (): (() => void) => {
  const retried = new Map<HTMLImageElement, string>()
  let pending = new Map<HTMLImageElement, string>()

  const renewUrls = async (images: ReadonlyMap<HTMLImageElement, string>) => {
    const ids = [...new Set(images.values())]
    const renewed = new Map<string, string>()
    for (let at = 0; at < ids.length; at += MAX_RENEWED_PICTURES) {
      const batch = await call(renewPictureUrls, { query: { ids: ids.slice(at, at + MAX_RENEWED_PICTURES) } }).catch(
        () => [],
      )
      for (const { _id, uri } of batch) renewed.set(_id, uri.split('?')[1] ?? '')
    }
    for (const [image, id] of images) {
      const signature = renewed.get(id)
      retried.set(image, id)
      if (!signature) image.dispatchEvent(new Event('error'))
      else for (const name of ['srcset', 'src'] as const) replaceSignature(image, name, signature)
    }
  }

  const replaceSignature = (image: HTMLImageElement, name: 'src' | 'srcset', signature: string) => {
    const source = image.getAttribute(name)
    const signed = source?.replace(
      SIGNED_ADDRESS,
      (_, id: string, size: string = '') => `/media/${id}${size}?${signature}`,
    )
    if (signed) image.setAttribute(name, signed)
  }

  const onError = (event: Event) => {
    const image = event.target
    if (!(image instanceof HTMLImageElement)) return
    const id = idIn(image.getAttribute('src') ?? '')
    if (!id || !image.src.startsWith(serverUrl('/media/')) || retried.get(image) === id) return
    event.stopImmediatePropagation()
    if (pending.size === 0)
      setTimeout(() => {
        const images = pending
        pending = new Map()
        void renewUrls(images)
      }, BATCH_MS)
    pending.set(image, id)
  }
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) retried.delete(target)
  }
  // The listeners use the capture phase, because `error` and `load` do not bubble.
  document.addEventListener('error', onError, true)
  document.addEventListener('load', onLoad, true)
  return () => {
    document.removeEventListener('error', onError, true)
    document.removeEventListener('load', onLoad, true)
  }
}
