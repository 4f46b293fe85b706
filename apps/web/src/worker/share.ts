import { SHARE_TARGET, SHARED_START, sharedStart } from '@parvis/contract/share-target.ts'
import { keepShared, newShareId } from '../kernel/offline/shared.ts'
import { MEMBER_CACHE, MEMBER_ID } from '../kernel/offline/worker-messages.ts'
import { isPicture } from '../kernel/picture/is-picture.ts'
import { sharedWords } from './shared-words.ts'

declare const self: ServiceWorkerGlobalScope

/** A post has one photo: the next is for when the first cannot be read. */
const MOST_PICTURES = 4

/** Who is signed in, as the page has last said. */
const memberHere = async () =>
  (await (await caches.match(MEMBER_ID, { cacheName: MEMBER_CACHE }).catch(() => undefined))?.text()) || null

/** Answers whether there was anything to keep. */
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
  // before anything is waited for: they stand in the order in which they came
  const id = newShareId()
  const isStored = await store(id, Date.now(), request, isVouched).catch(() => false)
  // where none is named, the form says that it could not be taken
  return Response.redirect(isStored ? sharedStart(id) : SHARED_START, 303)
}

/**
 * The system shares from nowhere: without a referrer, and as the origin of nothing. Chromium tells the worker both, and
 * keeps `Sec-Fetch-Site` to itself.
 */
const isForeign = ({ headers, referrer }: Request) => {
  const origin = headers.get('origin') ?? 'null'
  const from = URL.parse(referrer)?.origin ?? 'null'
  return [origin, from].some(one => one !== 'null' && one !== self.location.origin)
}

/** Takes what is shared with the installed app to the form of a post. Called when the worker starts, before any event. */
export const takeShared = (): void => {
  self.addEventListener('fetch', event => {
    const { request } = event
    if (request.method !== 'POST' || new URL(request.url).pathname !== SHARE_TARGET) return
    const isShare = request.mode === 'navigate' && request.destination === 'document' && !isForeign(request)
    // the form of another site opens the app, and nothing more
    if (!isShare) return event.respondWith(Response.redirect('/', 303))
    event.respondWith(take(request, request.headers.get('origin') === self.location.origin))
  })
}
