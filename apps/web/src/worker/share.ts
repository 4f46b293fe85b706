import { SHARE_TARGET_PATH, SHARED_START_PATH, sharedStartPath } from '@parvis/contract/share-target.ts'
import { storeShare, newShareId } from '../kernel/offline/shares.ts'
import { MEMBER_CACHE, MEMBER_ID_PATH } from '../kernel/offline/worker-messages.ts'
import { isPicture } from '../kernel/picture/is-picture.ts'
import { sharedTexts } from './shared-texts.ts'

declare const self: ServiceWorkerGlobalScope

/** A post has one photo: further pictures are stored in case the first cannot be read. */
const MAX_PICTURES = 4

const currentMemberId = async () =>
  (await (await caches.match(MEMBER_ID_PATH, { cacheName: MEMBER_CACHE }).catch(() => undefined))?.text()) || null

const storeContent = async (id: string, at: number, request: Request, isVouched: boolean): Promise<boolean> => {
  const [owner, form] = await Promise.all([currentMemberId(), request.formData()])
  const files = form.getAll('photo').filter(file => file instanceof File && file.size > 0) as File[]
  const words = sharedTexts(form)
  const pictures = files.filter(isPicture)
  const kept = pictures.slice(0, MAX_PICTURES)
  if (words.length + files.length === 0) return false
  const otherFiles = files.length - pictures.length
  const note = { owner, at, isVouched, words, pictures: pictures.length, kept: kept.length, otherFiles }
  await storeShare(id, note, kept)
  return true
}

const receiveShare = async (request: Request, isVouched: boolean) => {
  // Created before any await, so that ids keep the order in which shares arrive.
  const id = newShareId()
  const isStored = await storeContent(id, Date.now(), request, isVouched).catch(() => false)
  return Response.redirect(isStored ? sharedStartPath(id) : SHARED_START_PATH, 303)
}

/** Whether another site sent the form. The system's shares have no referrer and the origin `null`. */
const isCrossSite = ({ headers, referrer }: Request) => {
  const origin = headers.get('origin') ?? 'null'
  const referrerOrigin = URL.parse(referrer)?.origin ?? 'null'
  return [origin, referrerOrigin].some(one => one !== 'null' && one !== self.location.origin)
}

/** Receives shares. Call it when the worker starts, before any event. */
export const handleShares = (): void => {
  self.addEventListener('fetch', event => {
    const { request } = event
    if (request.method !== 'POST' || new URL(request.url).pathname !== SHARE_TARGET_PATH) return
    const isShare = request.mode === 'navigate' && request.destination === 'document' && !isCrossSite(request)
    if (!isShare) return event.respondWith(Response.redirect('/', 303))
    event.respondWith(receiveShare(request, request.headers.get('origin') === self.location.origin))
  })
}
