import { SHARE_TARGET, SHARED_START } from '@parvis/contract/share-target.ts'
import {
  MEMBER_CACHE,
  MEMBER_ID,
  SHARED_CACHE,
  SHARED_NOTE,
  SHARED_PICTURE,
  type SharedNote,
} from '../kernel/offline/worker-messages.ts'
import { isPicture } from '../kernel/picture/is-picture.ts'
import { sharedWords } from './shared-words.ts'

declare const self: ServiceWorkerGlobalScope

/** A post has one photo: the next is for when the first cannot be read. */
const MOST_PICTURES = 4

/** Who is signed in, as the page has last said. */
const memberHere = async () =>
  (await (await caches.match(MEMBER_ID, { cacheName: MEMBER_CACHE }).catch(() => undefined))?.text()) || null

const store = async (form: FormData, isVouched: boolean) => {
  const files = form.getAll('photo').filter(file => file instanceof File && file.size > 0) as File[]
  const pictures = files.filter(isPicture)
  const kept = pictures.slice(0, MOST_PICTURES)
  const note: SharedNote = {
    owner: await memberHere(),
    at: Date.now(),
    isVouched,
    words: sharedWords(form),
    pictures: pictures.length,
    kept: kept.length,
    otherFiles: files.length - pictures.length,
  }
  const shared = await caches.open(SHARED_CACHE)
  // first what is small: a device without room for the pictures keeps the words
  await shared.put(SHARED_NOTE, Response.json(note))
  for (const [at, { type, size }] of kept.entries()) {
    const headers = { 'content-type': type || 'image/heic', 'content-length': String(size) }
    await shared.put(SHARED_PICTURE + at, new Response(kept[at], { headers })).catch(() => {})
  }
}

const take = async (request: Request, isVouched: boolean) => {
  try {
    await caches.delete(SHARED_CACHE)
    await store(await request.formData(), isVouched)
  } catch {
    // where nothing is found, the form says that it could not be taken
  }
  return Response.redirect(SHARED_START, 303)
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
