import { listCachedImages } from '@parvis/contract/installation.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { call } from '#web/kernel/http/api.ts'
import { fromServer } from '#web/kernel/shell/shell.ts'

/** Few at a time, so that they do not delay a user's request. */
const AT_ONCE = 3
/** The session storage key of the communities whose pictures have been loaded. */
const WARMED = 'warmed'

const warmed = (): string[] => {
  try {
    return sessionStorage.getItem(WARMED)?.split(' ') ?? []
  } catch {
    return []
  }
}

const rememberWarmed = (community: string) => {
  try {
    sessionStorage.setItem(WARMED, [...warmed(), community].join(' '))
  } catch {}
}

/** Resolves when the image has loaded or failed. */
const fetchPicture = (src: string) =>
  new Promise<void>(done => {
    const image = Object.assign(new Image(), { fetchPriority: 'low' })
    image.onload = image.onerror = () => done()
    image.src = import.meta.env.VITE_SERVER ? fromServer(src) : src
  })

const idle = () =>
  new Promise<void>(done => {
    whenIdle(done)
  })

/**
 * Loads the pictures that the screens of a community show again and again into the HTTP cache, once per session. Stops
 * when `signal` is aborted; the rest then loads with the screens.
 */
export const warmImages = async (community: string, left: AbortSignal): Promise<void> => {
  if (warmed().includes(community)) return
  const images = await call(listCachedImages, { signal: left })
  const rest = [...new Set(images.map(({ uri }) => uri))]
  const fetchOn = async () => {
    for (let next = rest.shift(); next !== undefined && !left.aborted; next = rest.shift()) {
      await fetchPicture(next)
      await idle()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOn))
  if (!left.aborted) rememberWarmed(community)
}
