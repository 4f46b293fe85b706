import { SHARE_TARGET, SHARED_CACHE, SHARED_PHOTO, SHARED_WORDS, START_AT } from '../kernel/offline/worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** What an app shares stands in any of the three, the link often in the text. */
const wordsIn = (form: FormData) =>
  [...new Set(['title', 'text', 'url'].map(name => String(form.get(name) ?? '').trim()))].filter(Boolean)

const take = async (request: Request) => {
  try {
    const form = await request.formData()
    await caches.delete(SHARED_CACHE)
    const shared = await caches.open(SHARED_CACHE)
    await shared.put(SHARED_WORDS, Response.json(wordsIn(form)))
    const photo = form.getAll('photo').find(file => file instanceof File && file.size > 0)
    if (photo instanceof File)
      await shared.put(SHARED_PHOTO, new Response(photo, { headers: { 'content-type': photo.type } }))
  } catch {
    // what cannot be read, or has no room, is an empty form
  }
  return Response.redirect(`/?${START_AT}=shared`, 303)
}

/** Takes what is shared with the installed app to the form of a post. Called when the worker starts, before any event. */
export const takeShared = (): void => {
  self.addEventListener('fetch', event => {
    const { request } = event
    if (request.method === 'POST' && new URL(request.url).pathname === SHARE_TARGET) event.respondWith(take(request))
  })
}
