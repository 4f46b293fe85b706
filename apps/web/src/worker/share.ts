import { SHARE_TARGET, SHARED_START, sharedStart } from '@parvis/contract/share-target.ts'
import { keepShared, newShareId } from '../kernel/offline/shared.ts'
import { MEMBER_CACHE, MEMBER_ID } from '../kernel/offline/worker-messages.ts'
import { isPicture } from '../kernel/picture/is-picture.ts'
import { sharedWords } from './shared-words.ts'

declare const self: ServiceWorkerGlobalScope

/** A post has one photo: further ones are alternatives in case it cannot be read. */
const MOST_PICTURES = 4

const memberHere = async () =>
  (await (await caches.match(MEMBER_ID, { cacheName: MEMBER_CACHE }).catch(() => undefined))?.text()) || null

const store = async (id: string, at: number, request: Request, isVouched: boolean): Promise<boolean> => {
  const [owner, form] = await Promise.all([memberHere(), request.formData()])
  const files = form.getAll('photo').filter(file => file instanceof File && file.size > 0) as File[]
  const words = sharedWords(form)
  const pictures = files.filter(isPicture)
  const kept = pictures.slice(0, MOST_PICTURES)
  if (words.length + files.length === 0) return false
  const otherFiles = files.length - pictures.length
  const note = { owner, at, isVouched, words, pictures: pictures.length, kept: kept.length, otherFiles }
  await keepShared(id, note, kept)
  return true
}

const take = async (request: Request, isVouched: boolean) => {
  // Before any await, so that ids keep the order of arrival.
  const id = newShareId()
  const isStored = await store(id, Date.now(), request, isVouched).catch(() => false)
  return Response.redirect(isStored ? sharedStart(id) : SHARED_START, 303)
}

/** A share from the system has no referrer and an opaque origin; `Sec-Fetch-Site` is not visible here. */
const isForeign = ({ headers, referrer }: Request) => {
  const origin = headers.get('origin') ?? 'null'
  const from = URL.parse(referrer)?.origin ?? 'null'
  return [origin, from].some(one => one !== 'null' && one !== self.location.origin)
}

/**
 * Passes content shared with the installed app to the post form. Must be called when the worker starts, before any
 * event.
 */
export const takeShared = (): void => {
  self.addEventListener('fetch', event => {
    const { request } = event
    if (request.method !== 'POST' || new URL(request.url).pathname !== SHARE_TARGET) return
    const isShare = request.mode === 'navigate' && request.destination === 'document' && !isForeign(request)
    if (!isShare) return event.respondWith(Response.redirect('/', 303))
    event.respondWith(take(request, request.headers.get('origin') === self.location.origin))
  })
}
