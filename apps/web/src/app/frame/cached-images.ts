import { listCachedImages } from '@parvis/contract/installation.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { call } from '#web/kernel/http/api.ts'
import { withServerUrls } from '#web/kernel/shell/shell.ts'

/** Only a few pictures load at a time, so that they do not delay requests of the user. */
const CONCURRENCY = 3
/** The sessionStorage key for the communities whose pictures have been loaded. */
const WARMED = 'warmed'

const warmedCommunities = (): string[] => {
  try {
    return sessionStorage.getItem(WARMED)?.split(' ') ?? []
  } catch {
    return []
  }
}

const rememberWarmed = (community: string) => {
  try {
    sessionStorage.setItem(WARMED, [...warmedCommunities(), community].join(' '))
  } catch {}
}

const loadImage = (src: string) =>
  new Promise<void>(done => {
    const image = Object.assign(new Image(), { fetchPriority: 'low' })
    image.onload = image.onerror = () => done()
    image.src = import.meta.env.VITE_SERVER ? withServerUrls(src) : src
  })

const waitForIdle = () =>
  new Promise<void>(done => {
    whenIdle(done)
  })

/** Loads a community's recurring pictures into the HTTP cache, once per browser session, until aborted. */
export const warmImages = async (community: string, signal: AbortSignal): Promise<void> => {
  if (warmedCommunities().includes(community)) return
  const images = await call(listCachedImages, { signal: signal })
  const pending = [...new Set(images.map(({ uri }) => uri))]
  const loadNext = async () => {
    for (let next = pending.shift(); next !== undefined && !signal.aborted; next = pending.shift()) {
      await loadImage(next)
      await waitForIdle()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, loadNext))
  if (!signal.aborted) rememberWarmed(community)
}
