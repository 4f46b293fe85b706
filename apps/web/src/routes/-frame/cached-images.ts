import { listCachedImages } from '@parvis/contract/installation.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { call } from '#web/kernel/http/api.ts'
import { fromServer } from '#web/kernel/shell/shell.ts'

/** How many are on their way at a time: a tap is not to stand behind them. */
const AT_ONCE = 3
/** Names, in the store of this tab's session, the communities whose pictures have been fetched. */
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

/** Comes back when it is there, or cannot be had. */
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
 * Fetches into the browser's cache the pictures that the screens of a community show again and again, once a session:
 * from then on they are there at once. Stops when the frame is left; what is missing then comes with the screens that
 * show it.
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
